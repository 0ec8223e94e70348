import ReportedIcon from '@mui/icons-material/SmartToyOutlined';
import Box from '@mui/material/Box';
import { Fact, Facts } from '../components/Facts.js';
import { type Column, Rows } from '../components/Rows.js';
import { StateChip } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { SearchBalance } from '../providers/generated/operations.js';
import { BalancePanel } from './BalancePanel.js';
import { MissingValue } from './MissingValue.js';
import { formatNumber } from './money.js';
import { ReferenceValue } from './ReferenceValue.js';

const SEARCH = {
  resource: 'search-balance',
  name: 'search provider',
  pace: 'It is asked at most once in 90 seconds: sooner, you see what is saved. Both providers together: 8 looks in 10 minutes.',
} as const;

/** Credits at the search provider: of the key, of the account, and what the last run took by its client's report. */
export function SearchBalancePanel() {
  return (
    <BalancePanel title="Search provider" of={SEARCH}>
      {(balance) => (
        <>
          <Rows
            caption="Credits at the search provider"
            rows={countersOf(balance)}
            keyOf={({ of }) => of}
            columns={COLUMNS}
            compact
          />
          <Facts>
            <Fact label="Plan">{balance.account.plan ?? <MissingValue>not stated</MissingValue>}</Fact>
            <Fact label="Last run">
              {balance.lastRun ? <LastRun run={balance.lastRun} /> : <MissingValue>none reported</MissingValue>}
            </Fact>
            <Fact label="Billed">
              <MissingValue>unknown: the provider’s interface does not say</MissingValue>
            </Fact>
            <Fact label="Reference value">
              <ReferenceValue value={balance.creditReferenceValue} />
            </Fact>
          </Facts>
        </>
      )}
    </BalancePanel>
  );
}

function LastRun({ run }: { run: NonNullable<SearchBalance['lastRun']> }) {
  const { occurredAt, credits, durationMs, applicationName, requestId } = run;
  const facts = [
    credits === null ? 'credits not reported' : `${formatNumber(credits)} credits`,
    durationMs === null ? 'duration not reported' : `${formatNumber(durationMs)} ms`,
    applicationName ?? 'application not reported',
  ];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
      <StateChip icon={ReportedIcon} label="client-reported" tone="info" title="The provider did not say this" />
      <span>
        <TimeAgo at={occurredAt} /> · {facts.join(' · ')}
        {requestId !== null && (
          <>
            {' · '}
            <code>{requestId}</code>
          </>
        )}
      </span>
    </Box>
  );
}

interface Counter {
  readonly of: string;
  readonly used: number | null;
  readonly limit: number | null;
  readonly left: number | null;
}

const countersOf = ({ key, account }: SearchBalance): Counter[] => [
  { of: 'This key', used: key.usage, limit: key.limit, left: key.remaining },
  { of: 'Account, plan', used: account.planUsage, limit: account.planLimit, left: account.planRemaining },
  { of: 'Account, pay as you go', used: account.paygoUsage, limit: account.paygoLimit, left: null },
];

const Count = ({ of }: { of: number | null }) =>
  of === null ? <MissingValue>not stated</MissingValue> : formatNumber(of);

const COLUMNS: Column<Counter>[] = [
  { label: 'Credits of', cell: ({ of }) => of },
  { label: 'Used', cell: ({ used }) => <Count of={used} />, numeric: true },
  { label: 'Limit', cell: ({ limit }) => <Count of={limit} />, numeric: true },
  { label: 'Left', cell: ({ left }) => <Count of={left} />, numeric: true },
];
