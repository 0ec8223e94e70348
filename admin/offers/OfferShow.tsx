import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { Empty } from '../components/Empty.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import type { ReadOfferAnswer } from '../providers/generated/operations.js';
import { problemOf } from '../providers/problem.js';
import { FactsPanel } from './FactsPanel.js';
import { VerdictChip } from './OfferChips.js';
import { OfferFacts } from './OfferFacts.js';
import { describeReasons } from './offer.labels.js';
import { RequirementList } from './RequirementList.js';
import { TakeOffer } from './TakeOffer.js';
import { useFacts } from './useFacts.js';

export type OfferDetail = ReadOfferAnswer['offer'];

/** One offer: what it is worth, whether one may have it, how it is taken, and where all that was read. */
export function OfferShow() {
  const { slug = '' } = useParams();
  const { questionFacts } = useFacts();
  const offer = useGetOne<OfferDetail>(
    'offers',
    { id: slug, meta: { facts: questionFacts } },
    { placeholderData: (before) => (before?.slug === slug ? before : undefined) },
  );
  if (offer.error && problemOf(offer.error).status === 404) return <NoSuchOffer />;
  return (
    <Page
      title={offer.data?.title ?? slug}
      where="Offers"
      above={<BackToOffers />}
      summary={offer.data?.summary}
      action={offer.data && <TakeOffer offer={offer.data} />}
    >
      <QueryState query={offer} what="offer" rows={8}>
        {(record) => (
          <>
            <FactsPanel />
            <Box sx={SIDE_BY_SIDE}>
              <Box sx={{ minWidth: 0 }}>
                <Section title="Requirements" aside={<VerdictChip verdict={record.eligibility.verdict} />}>
                  <Why eligibility={record.eligibility} />
                  <RequirementList eligibility={record.eligibility} />
                </Section>
                <Section title="How it is taken">
                  <Box component="ul" sx={{ m: 0, pl: 5, display: 'grid', gap: 1 }}>
                    {record.claimRules.map((rule) => (
                      <li key={rule}>{rule}</li>
                    ))}
                  </Box>
                </Section>
              </Box>
              <OfferFacts offer={record} />
            </Box>
          </>
        )}
      </QueryState>
    </Page>
  );
}

const SIDE_BY_SIDE = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
  columnGap: 8,
  alignItems: 'start',
};

const BackToOffers = () => (
  <Box sx={{ mb: 1, fontSize: '0.8125rem' }}>
    <Link to="/offers">← Offers</Link>
  </Box>
);

/** What decides the verdict, in a few words. */
function Why({ eligibility }: Pick<OfferDetail, 'eligibility'>) {
  const why = describeReasons(eligibility);
  return why && eligibility.verdict !== 'ineligible' ? <Box sx={{ color: 'var(--muted)', mb: 2 }}>{why}</Box> : null;
}

function NoSuchOffer() {
  return (
    <Page title="There is no such offer" where="Offers" above={<BackToOffers />}>
      <Empty
        action={
          <Button component={Link} to="/offers" variant="contained">
            Show every offer
          </Button>
        }
      >
        No offer has this address. It may be mistyped, or the offer has ended.
      </Empty>
    </Page>
  );
}
