import Box from '@mui/material/Box';
import { useNotify } from 'react-admin';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { ListedChip } from '../catalog/ListedChip.js';
import { Empty } from '../components/Empty.js';
import { EvidenceChip } from '../components/EvidenceChip.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { ReviewedOffer } from '../providers/generated/operations.js';
import { BackToReviewed } from './BackToReviewed.js';
import { OfferForm } from './OfferForm.js';
import { useReviewedOffers } from './useReviewedOffers.js';

/** One offer of the catalog: what it says, from where, and the way to correct it. */
export function OfferEdit() {
  const { slug = '' } = useParams();
  const offers = useReviewedOffers();
  const notify = useNotify();
  const navigate = useNavigate();
  const offer = offers.data?.find((one) => one.slug === slug);
  const saved = (now: ReviewedOffer) => {
    notify('The offer is corrected.');
    if (now.slug !== slug) navigate(`/review/offers/${now.slug}`, { replace: true });
  };
  return (
    <Page
      title={offer?.title ?? slug}
      where="Review"
      above={<BackToReviewed />}
      summary={offer && <Standing offer={offer} />}
    >
      <QueryState query={offers} what="offer" rows={10}>
        {() =>
          offer ? (
            <OfferForm key={offer.id} offer={offer} onReload={() => void offers.refetch()} onSaved={saved} />
          ) : (
            <Empty>There is no offer with this slug.</Empty>
          )
        }
      </QueryState>
    </Page>
  );
}

function Standing({ offer }: { offer: ReviewedOffer }) {
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
