import { useMemo, useState } from 'react';
import { RecordContextProvider, useNotify } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import { CatalogEditPage } from '../catalog-tools/CatalogEditPage.js';
import { CatalogStanding } from '../catalog-tools/CatalogStanding.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { RecordForm } from '../components/RecordForm.js';
import type { CatalogOffer } from '../providers/data.catalog-offers.js';
import { changesOf, OfferForm } from './OfferForm.js';
import { offerDraft, offerInput } from './offer.draft.js';

/** One offer of the catalog, to be corrected. */
export const CatalogOfferEdit = () => (
  <CatalogEditPage<CatalogOffer>
    what="offer"
    list={{ to: '/review/catalog-offers', label: 'Offers' }}
    title={({ title }) => title}
    standing={(offer) => (
      <CatalogStanding record={offer} named={<EvidenceChip label={offer.label} />}>
        <span>{offer.openClaims === 1 ? 'one open claim' : `${offer.openClaims} open claims`}</span>
        {offer.listed && <Link to={`/offers/${offer.slug}`}>as the public sees it</Link>}
      </CatalogStanding>
    )}
    form={(offer, reload) => <EditForm offer={offer} onReload={reload} />}
  />
);

function EditForm({ offer, onReload }: { offer: CatalogOffer; onReload: () => void }) {
  const [corrections, setCorrections] = useState(0);
  const notify = useNotify();
  const navigate = useNavigate();
  const draft = useMemo(() => offerDraft(offer), [offer]);
  const onSaved = ({ id }: { readonly id: string }) => {
    notify('The offer is corrected.');
    setCorrections(corrections + 1);
    if (id !== offer.slug) navigate(`/review/catalog-offers/${id}`, { replace: true });
  };
  return (
    <RecordContextProvider value={draft}>
      <RecordForm
        key={corrections}
        inputOf={(values) =>
          changesOf(offer, values).some(({ before, after }) => before !== after) ? offerInput(values, offer) : null
        }
        submit="Correct the offer"
        note={`about revision ${offer.revision}`}
        cancelTo="/review/catalog-offers"
        onSaved={onSaved}
        onReload={onReload}
      >
        {() => <OfferForm offer={offer} />}
      </RecordForm>
    </RecordContextProvider>
  );
}
