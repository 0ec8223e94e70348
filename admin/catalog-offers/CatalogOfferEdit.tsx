import Box from '@mui/material/Box';
import { useMemo, useState } from 'react';
import { EditBase, RecordContextProvider, useEditContext, useNotify } from 'react-admin';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { ListedChip } from '../catalog-tools/ListedChip.js';
import { BackTo } from '../components/BackTo.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { RecordForm } from '../components/RecordForm.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { CatalogOffer } from '../providers/data.catalog-offers.js';
import { RECORD_QUERY } from '../providers/query-client.js';
import { changesOf, OfferForm } from './OfferForm.js';
import { offerDraft, offerInput } from './offer.draft.js';

/** One offer of the catalog: what it says, from where, and the way to correct it. */
export function CatalogOfferEdit() {
  const { id = '' } = useParams();
  return (
    <EditBase<CatalogOffer>
      key={id}
      id={id}
      mutationMode="pessimistic"
      disableAuthentication
      redirect={false}
      queryOptions={RECORD_QUERY}
    >
      <EditPage slug={id} />
    </EditBase>
  );
}

function EditPage({ slug }: { slug: string }) {
  const { record: offer, error, refetch } = useEditContext<CatalogOffer>();
  return (
    <Page
      title={offer?.title ?? slug}
      where="Review"
      above={
        <BackTo to="/review/catalog-offers" steps>
          Offers
        </BackTo>
      }
      summary={offer && <Standing offer={offer} />}
    >
      <QueryState query={{ data: offer, error, refetch }} what="offer" rows={10}>
        {(shown) => <EditForm offer={shown} onReload={() => void refetch()} />}
      </QueryState>
    </Page>
  );
}

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

function Standing({ offer }: { offer: CatalogOffer }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
      <ListedChip listed={offer.listed} />
      <EvidenceChip label={offer.label} />
      <span>revision {offer.revision}</span>
      <span>from {offer.origin}</span>
      <span>
        {offer.editedAt ? (
          <>
            corrected <TimeAgo at={offer.editedAt} />
          </>
        ) : (
          'never corrected'
        )}
      </span>
      <span>{offer.openClaims === 1 ? 'one open claim' : `${offer.openClaims} open claims`}</span>
      {offer.listed && <Link to={`/offers/${offer.slug}`}>as the public sees it</Link>}
    </Box>
  );
}
