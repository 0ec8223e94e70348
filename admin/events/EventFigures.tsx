import CountedIcon from '@mui/icons-material/CheckCircleOutlined';
import LeftOutIcon from '@mui/icons-material/RemoveCircleOutlineOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useGetOne } from 'react-admin';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { StateChip } from '../components/StateChip.js';
import { useScope } from '../components/useScope.js';
import { type CountedFigure, CountingRule, type ReadEventFiguresAnswer } from '../providers/generated/operations.js';
import { RECORD_QUERY } from '../providers/query-client.js';

type Answer = ReadEventFiguresAnswer['events']['items'][number] & { readonly id: string };

const FIGURES: Readonly<Record<string, string>> = {
  events: 'Events',
  eventsWithAccount: 'Events with an account',
  eventsOfUse: 'Events of use',
  eventsOfUseWithoutTime: 'Events of use without a time',
  calls: 'Tool calls',
  failed: 'Failed tool calls',
  families: 'Families that arrive',
  developers: 'Developers',
  accounts: 'Accounts',
  newDevelopers: 'New developers',
  accountsActivated: 'Newly active accounts',
  activated: 'Activated',
  newActivated: 'New developers who activated',
  retained: 'Came back',
  matured: 'Activated 14 days earlier',
  returned: 'Came back within 14 days',
  'shares.activation': 'Activation share',
  'shares.return': 'Return share',
  'shares.steadyUse': 'Steady use',
  'shares.toolSuccess': 'Tool success',
};

const REASONS: Readonly<Record<CountingRule, string>> = {
  [CountingRule.counted]: 'counts',
  [CountingRule.vendor_own_domain]: 'your own domain',
  [CountingRule.sample]: 'sample beside real data',
  [CountingRule.imported]: 'imported from a file',
  [CountingRule.relayed]: 'relayed',
  [CountingRule.no_occurred_at]: 'no occurredAt',
  [CountingRule.failed_call]: 'a failed call',
  [CountingRule.over_daily_cap]: 'over 1,000 a day',
  [CountingRule.free_mail_account]: 'free mail',
  [CountingRule.unlinked_product]: 'product not linked',
};

interface Line {
  readonly figure: string;
  readonly company: CountedFigure | undefined;
  readonly inPublic: readonly CountedFigure[];
}

const COLUMNS: Column<Line>[] = [
  { label: 'Figure', cell: ({ figure }) => FIGURES[figure] ?? figure },
  { label: 'Your view', cell: ({ company }) => company && <Verdict {...company} /> },
  {
    label: 'Public row',
    cell: ({ inPublic }) =>
      inPublic
        .filter(({ rule }, n) => inPublic.findIndex((one) => one.rule === rule) === n)
        .map((first) => (
          <Box key={first.rule} sx={{ py: 0.5 }}>
            <Verdict {...first} />{' '}
            <Box component="span" sx={{ color: 'var(--muted)', fontSize: '0.8125rem' }}>
              {inPublic
                .filter(({ rule }) => rule === first.rule)
                .map(({ window }) => window)
                .join(', ')}
            </Box>
          </Box>
        )),
  },
];

const Verdict = ({ counted, rule }: CountedFigure) => (
  <StateChip
    icon={counted ? CountedIcon : LeftOutIcon}
    label={REASONS[rule]}
    tone={counted ? 'good' : 'neutral'}
    title={counted ? 'Counts toward this figure' : `Left out: ${REASONS[rule]}`}
  />
);

/** The figures that a stored event bears on, in the company's own view and in the public row of its product's tool. */
export function EventFigures({ eventId }: { eventId: string }) {
  const figures = useGetOne<Answer>('event-figures', { id: eventId, meta: useScope() }, RECORD_QUERY);
  return (
    <Box component="section" sx={{ mt: 6 }}>
      <Typography variant="h3" component="h3" sx={{ mb: 2 }}>
        Counts toward
      </Typography>
      <QueryState query={figures} what="figures" rows={4}>
        {({ countsToward }) => (
          <Rows caption="Counts toward" rows={linesOf(countsToward)} keyOf={({ figure }) => figure} columns={COLUMNS} />
        )}
      </QueryState>
      <Typography color="textSecondary" sx={{ mt: 2, fontSize: '0.8125rem' }}>
        A public number is shown only where its row is not withheld.
      </Typography>
    </Box>
  );
}

const linesOf = (all: readonly CountedFigure[]): Line[] =>
  [...new Set(all.map(({ figure }) => figure))].map((figure) => ({
    figure,
    company: all.find((one) => one.figure === figure && one.window === 'company'),
    inPublic: all.filter((one) => one.figure === figure && one.window !== 'company'),
  }));
