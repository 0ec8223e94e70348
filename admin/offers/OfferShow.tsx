import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useShowContext } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { BackTo } from '../components/BackTo.js';
import { Empty } from '../components/Empty.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { RecordBase } from '../components/RecordBase.js';
import { State } from '../components/StateChip.js';
import type { OfferDetail } from '../providers/data.offers.js';
import { problemOf } from '../providers/problem.js';
import { WHOLE } from '../providers/query-client.js';
import { FactsPanel } from './FactsPanel.js';
import { OfferFacts } from './OfferFacts.js';
import { describeReasons } from './offer.labels.js';
import { RequirementList } from './RequirementList.js';
import { TakeOffer } from './TakeOffer.js';
import { useFacts } from './useFacts.js';

/** One offer: what it is worth, whether one may have it, how it is taken, and where all that was read. */
export function OfferShow() {
  const { id = '' } = useParams();
  const { questionFacts: facts } = useFacts();
  const query = {
    meta: { ...WHOLE, facts },
    // While the same offer is judged by other facts, it stays as it was.
    placeholderData: (before: OfferDetail | undefined) => (before?.id === id ? before : undefined),
  };
  return (
    <RecordBase<OfferDetail> query={query}>
      <Shown slug={id} />
    </RecordBase>
  );
}

function Shown({ slug }: { slug: string }) {
  const { record: offer, error, refetch } = useShowContext<OfferDetail>();
  if (error && problemOf(error).status === 404) return <NoSuchOffer />;
  return (
    <Page
      title={offer?.title ?? slug}
      where="Offers"
      above={
        <BackTo to="/offers" steps>
          Offers
        </BackTo>
      }
      summary={offer?.summary}
      action={offer && <TakeOffer offer={offer} />}
    >
      <QueryState query={{ data: offer, error, refetch }} what="offer" rows={8}>
        {(record) => (
          <>
            <FactsPanel />
            <Box sx={SIDE_BY_SIDE}>
              <Box sx={{ minWidth: 0 }}>
                <Section title="Eligibility" aside={<State of="verdict" is={record.eligibility.verdict} />}>
                  <Why eligibility={record.eligibility} />
                  <RequirementList eligibility={record.eligibility} />
                </Section>
                <Section title="How to claim">
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

/** The reasons of the verdict, in a few words. */
function Why({ eligibility }: Pick<OfferDetail, 'eligibility'>) {
  const why = describeReasons(eligibility);
  return why && eligibility.verdict !== 'ineligible' ? <Box sx={{ color: 'var(--muted)', mb: 2 }}>{why}</Box> : null;
}

function NoSuchOffer() {
  return (
    <Page title="There is no such offer" where="Offers" above={<BackTo to="/offers">Offers</BackTo>}>
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
