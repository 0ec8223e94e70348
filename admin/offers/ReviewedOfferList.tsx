import EndedIcon from '@mui/icons-material/EventBusyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link, useSearchParams } from 'react-router-dom';
import { ListedChip } from '../catalog/ListedChip.js';
import { Day } from '../components/Day.js';
import { Empty } from '../components/Empty.js';
import { FilterChips } from '../components/FilterChips.js';
import { Page } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { SearchField } from '../components/SearchField.js';
import { StateChip } from '../components/StateChip.js';
import { useNow } from '../components/useNow.js';
import type { ReviewedOffer } from '../providers/generated/operations.js';
import { ClaimWayChip } from './OfferChips.js';
import { OfferWorth } from './OfferWorth.js';
import { CLAIM_WAYS, vendorOf } from './offer.labels.js';
import { hasWords, standingOf, useReviewedOffers } from './useReviewedOffers.js';

const STANDINGS = [
  ['open', 'Open'],
  ['ended', 'Ended'],
  ['unlisted', 'Not listed'],
] as const;

/** More rows than this are no list to read: a word in the search makes it shorter. */
const SHOWN_MAX = 100;

/** The offers of the catalog, ended and unlisted ones too, to be corrected. */
export function ReviewedOfferList() {
  const [search] = useSearchParams();
  const offers = useReviewedOffers();
  const today = new Date(useNow()).toISOString().slice(0, 10);
  const [words, claim, standing] = ['q', 'claim', 'standing'].map((name) => search.get(name));
  const wanted = (offer: ReviewedOffer) =>
    (!words || hasWords(offer, words)) &&
    (!claim || offer.claim === claim) &&
    (!standing || standingOf(offer, today) === standing);
  return (
    <Page
      title="Offers"
      where="Review"
      summary="What the catalog says of providers’ offers. What you save here, imports leave alone from then on."
      action={
        <Button component={Link} to="/review/offers/create" variant="contained">
          Add offer
        </Button>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', mb: 4 }}>
        <SearchField label="Search offers" placeholder="A title, a provider, a tool" />
        <FilterChips label="How it is taken" name="claim" unchosen={{ label: 'Either way' }} choices={CLAIM_WAYS} />
        <FilterChips label="Standing" name="standing" unchosen={{ label: 'Every standing' }} choices={STANDINGS} />
      </Box>
      <QueryState query={offers} what="offers" rows={10}>
        {(all) => {
          const found = all.filter(wanted);
          if (found.length === 0) return <Empty>No offer fits these words and filters.</Empty>;
          return (
            <>
              <Box role="status" sx={{ color: 'var(--muted)', mb: 2 }}>
                {found.length === 1 ? 'One offer' : `${found.length.toLocaleString('en')} offers`}
                {found.length > SHOWN_MAX && `, the first ${SHOWN_MAX} shown: search to narrow them`}
              </Box>
              <Rows caption="Offers" rows={found.slice(0, SHOWN_MAX)} keyOf={({ id }) => id} columns={columns(today)} />
            </>
          );
        }}
      </QueryState>
    </Page>
  );
}

const columns = (today: string): Column<ReviewedOffer>[] => [
  {
    label: 'Offer',
    cell: (offer) => (
      <Box sx={{ py: 1 }}>
        <Link to={`/review/offers/${offer.slug}`}>{offer.title}</Link>
        <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem', fontWeight: 400 }}>{vendorOf(offer)}</Box>
      </Box>
    ),
  },
  { label: 'Worth', cell: (offer) => <OfferWorth offer={offer} /> },
  { label: 'Taken', cell: ({ claim }) => <ClaimWayChip claim={claim} /> },
  { label: 'Standing', cell: (offer) => <Standing standing={standingOf(offer, today)} /> },
  { label: 'Open claims', cell: ({ openClaims }) => openClaims, numeric: true },
  { label: 'Last read', cell: ({ lastReadAt }) => (lastReadAt ? <Day at={lastReadAt} /> : 'not known'), numeric: true },
  { label: 'Corrected', cell: ({ editedAt }) => (editedAt ? <Day at={editedAt} /> : 'never'), numeric: true },
];

function Standing({ standing }: { standing: ReturnType<typeof standingOf> }) {
  if (standing === 'ended') return <StateChip icon={EndedIcon} label="ended" tone="neutral" />;
  return <ListedChip listed={standing === 'open'} />;
}
