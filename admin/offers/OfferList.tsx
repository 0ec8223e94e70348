import { useMemo } from 'react';
import { ListPage } from '../components/ListPage.js';
import { ScopeContext } from '../components/useScope.js';
import type { OfferLine } from '../providers/data.offers.js';
import { FactsPanel } from './FactsPanel.js';
import { JUDGED_COLUMNS, OFFER_COLUMNS } from './offer.columns.js';
import { CLAIM_WAYS, OFFER_KINDS } from './offer.labels.js';
import { useFacts } from './useFacts.js';

const FILTERS = [
  { source: 'kind', label: 'Kind', every: 'Every kind', choices: OFFER_KINDS },
  { source: 'claim', label: 'How to claim', every: 'Either way', choices: CLAIM_WAYS },
] as const;

/** Credits, discounts, free plans and perks of providers: what each is worth, who may have it, and how fresh that is. */
export function OfferList() {
  const { questionFacts: facts } = useFacts();
  const scope = useMemo(() => (facts ? { facts } : {}), [facts]);
  return (
    <ScopeContext.Provider value={scope}>
      <ListPage<OfferLine>
        title="Offers"
        about="Credits, discounts and free plans of providers. Each is taken at its provider, unless it says that it is claimed here. With facts about your company, those that fit come first."
        columns={facts ? JUDGED_COLUMNS : OFFER_COLUMNS}
        filters={FILTERS}
        search="Search offers"
        // The service's own order: what fits first, then the newest.
        sort={{ field: 'id', order: 'ASC' }}
        empty={{ text: 'Offers of providers will be listed here.' }}
      >
        <FactsPanel />
      </ListPage>
    </ScopeContext.Provider>
  );
}
