import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { Day } from '../components/Day.js';
import { Empty } from '../components/Empty.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { FilterChips } from '../components/FilterChips.js';
import { LoadMoreButton } from '../components/LoadMoreButton.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { SearchField } from '../components/SearchField.js';
import type { OfferLine } from '../providers/generated/operations.js';
import { FactsPanel } from './FactsPanel.js';
import { Fitting } from './Fitting.js';
import { ClaimWayChip } from './OfferChips.js';
import { OfferWorth } from './OfferWorth.js';
import { CLAIM_WAYS, OFFER_KINDS, vendorOf } from './offer.labels.js';
import { useOffers } from './useOffers.js';

/** Credits, discounts, free plans and perks of providers: what each is worth, who may have it, and how fresh that is. */
export function OfferList() {
  const { list, filtered, judged } = useOffers();
  return (
    <Page
      title="Offers"
      summary="Credits, discounts and free plans of providers. Each says when its source was last read and whether the provider has confirmed it."
    >
      <FactsPanel />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', mb: 4 }}>
        <SearchField label="Search offers" placeholder="Credits, a provider, a tool" />
        <FilterChips label="Kind" name="kind" unchosen={{ label: 'Every kind' }} choices={OFFER_KINDS} />
        <FilterChips label="How it is taken" name="claim" unchosen={{ label: 'Either way' }} choices={CLAIM_WAYS} />
      </Box>
      <QueryState query={list} what="offers" rows={10}>
        {(offers) =>
          offers.length === 0 ? (
            <Empty
              action={
                filtered && (
                  <Button component={Link} to="/offers" variant="contained">
                    Show every offer
                  </Button>
                )
              }
            >
              {filtered ? 'No offer fits these words and filters.' : 'Offers of providers will be listed here.'}
            </Empty>
          ) : (
            <>
              <Box role="status" sx={{ color: 'var(--muted)', mb: 2 }}>
                {list.total === 1 ? 'One offer' : `${(list.total ?? offers.length).toLocaleString('en')} offers`}
                {judged && ', those that fit first'}
              </Box>
              <Rows
                caption="Offers"
                rows={offers}
                keyOf={({ id }) => id}
                columns={judged ? [OFFER, WORTH, FITS, ...REST] : [OFFER, WORTH, FOR, ...REST]}
              />
              <LoadMoreButton list={list} />
            </>
          )
        }
      </QueryState>
    </Page>
  );
}

const OFFER: Column<OfferLine> = {
  label: 'Offer',
  cell: (offer) => (
    <Box sx={{ py: 1 }}>
      <Link to={`/offers/${offer.slug}`}>{offer.title}</Link>
      <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem', fontWeight: 400 }}>{vendorOf(offer)}</Box>
    </Box>
  ),
};
const WORTH: Column<OfferLine> = { label: 'Worth', cell: (offer) => <OfferWorth offer={offer} /> };
const FOR: Column<OfferLine> = { label: 'For', cell: (offer) => <Audience offer={offer} /> };
const FITS: Column<OfferLine> = { label: 'For you', cell: ({ eligibility }) => <Fitting eligibility={eligibility} /> };
const REST: readonly Column<OfferLine>[] = [
  {
    label: 'Taken',
    cell: ({ claim, label }) => (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, py: 1 }}>
        <ClaimWayChip claim={claim} />
        <EvidenceChip label={label} />
      </Box>
    ),
  },
  { label: 'How fresh', cell: (offer) => <ThreeDates offer={offer} /> },
];

/** When the source was read, when the provider confirmed it, and when it ends: three facts that say nothing of each other. */
function ThreeDates({ offer: { lastReadAt, lastConfirmedAt, endsAt } }: { offer: OfferLine }) {
  return (
    <Box sx={{ fontSize: '0.8125rem', lineHeight: 1.5, py: 1, whiteSpace: 'nowrap' }}>
      <div>
        {lastReadAt ? (
          <>
            read <Day at={lastReadAt} />
          </>
        ) : (
          'reading not dated'
        )}
      </div>
      <div>
        {lastConfirmedAt ? (
          <>
            confirmed <Day at={lastConfirmedAt} />
          </>
        ) : (
          'never confirmed'
        )}
      </div>
      <div>
        {endsAt ? (
          <>
            ends <Day at={endsAt} />
          </>
        ) : (
          'no end stated'
        )}
      </div>
    </Box>
  );
}

/** Who an offer is for: the first of its requirements, and how many more there are. */
function Audience({ offer }: { offer: OfferLine }) {
  const [first, ...others] = offer.eligibility.requirements;
  if (!first) return <>everyone</>;
  return (
    <Box sx={{ fontSize: '0.8125rem', py: 1 }}>
      {first.requirement}
      {others.length > 0 && (
        <Box
          component="span"
          sx={{ color: 'var(--muted)' }}
          title={others.map(({ requirement }) => requirement).join('\n')}
        >
          {' '}
          and {others.length} more
        </Box>
      )}
    </Box>
  );
}
