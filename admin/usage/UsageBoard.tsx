import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ChoiceChips } from '../components/ChoiceChips.js';
import { Notice } from '../components/Notice.js';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { usageBoardQuery } from '../providers/data.usage.js';
import type { UsedTool } from '../providers/generated/operations.js';
import { alternativesTo, describeCost, describeFailing } from './board.labels.js';
import { formatDuration, formatSpend } from './receipt.labels.js';
import { UsageByDay } from './UsageByDay.js';

const PERIODS = [
  ['7', '7 days'],
  ['14', '14 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const;

/** Cost and reliability by tool; nothing stands here before the first receipt. */
export function UsageBoard() {
  const [period, setPeriod] = useState<string>(PERIODS[0][0]);
  const days = Number(period);
  const board = useQuery(usageBoardQuery(days));
  const isEmpty = board.data?.tools.length === 0;
  if (isEmpty && period === PERIODS[0][0]) return null;
  return (
    <Section
      title="Cost and reliability"
      aside={<ChoiceChips label="Period" value={period} choices={PERIODS} onChange={setPeriod} />}
    >
      <QueryState query={board} what="usage by tool" rows={5}>
        {({ tools, from, to }) =>
          tools.length === 0 ? (
            <p>
              Nothing was reported in these {days} days, nor in the {days} before.
            </p>
          ) : (
            <>
              {tools
                .filter(({ failingMore }) => failingMore)
                .map((one) => (
                  <Box key={one.tool.slug} sx={{ mb: 3 }}>
                    <Notice tone="caution">
                      <strong>{one.tool.name}</strong> {describeFailing(one, days)} ({one.failed} of {one.calls} now,{' '}
                      {one.failedBefore} of {one.callsBefore} then).{' '}
                      <Link to={alternativesTo(one)}>Plan with an alternative</Link>
                    </Notice>
                  </Box>
                ))}
              <Rows caption="Tools" rows={tools} keyOf={({ tool }) => tool.slug} columns={COLUMNS} />
              <Box sx={{ color: 'var(--muted)', fontSize: '0.8125rem', mt: 2, mb: 4, maxWidth: 720 }}>
                By what was reported. A failure is a use that was reported as failed; half of the timed uses took at
                most the median, 95 of 100 at most p95. A cost counts the uses that state one: “at least” marks a sum
                from which some are missing.
              </Box>
              <UsageByDay tools={tools} from={from} to={to} />
            </>
          )
        }
      </QueryState>
    </Section>
  );
}

const counted = (value: number): string => value.toLocaleString('en');
const receiptsOf = ({ tool }: UsedTool, more = ''): string =>
  `/me/usage-receipts?q=${encodeURIComponent(tool.slug)}${more}`;

const COLUMNS: Column<UsedTool>[] = [
  { label: 'Tool', cell: ({ tool }) => <Link to={`/directory/${tool.slug}`}>{tool.name}</Link> },
  {
    label: 'Calls',
    numeric: true,
    cell: (one) => <Link to={receiptsOf(one)}>{counted(one.calls)}</Link>,
  },
  { label: 'Before', numeric: true, cell: ({ callsBefore }) => counted(callsBefore) },
  { label: 'Failed', numeric: true, cell: (one) => <Failed one={one} /> },
  { label: 'Median', numeric: true, cell: ({ p50Ms }) => (p50Ms === null ? 'unknown' : formatDuration(p50Ms)) },
  { label: 'p95', numeric: true, cell: ({ p95Ms }) => (p95Ms === null ? 'unknown' : formatDuration(p95Ms)) },
  { label: 'Cost', numeric: true, cell: (one) => <Cost one={one} /> },
];

function Failed({ one }: { one: UsedTool }) {
  const { calls, failed, unknown } = one;
  if (calls === 0) return <>–</>;
  if (unknown === calls) return <span title="No use states whether it succeeded">unknown</span>;
  const share = ` (${((failed / calls) * 100).toLocaleString('en', { maximumFractionDigits: 1 })} %)`;
  return (
    <span title={unknown > 0 ? `${counted(unknown)} do not say whether they succeeded` : undefined}>
      {failed > 0 ? <Link to={receiptsOf(one, '&result=failed')}>{counted(failed)}</Link> : '0'}
      {share}
    </span>
  );
}

function Cost({ one }: { one: UsedTool }) {
  if (one.calls === 0) return <>–</>;
  return (
    <span
      title={
        one.withoutCost > 0 ? `${counted(one.withoutCost)} of ${counted(one.calls)} do not state a cost` : undefined
      }
    >
      {describeCost(one, formatSpend)}
    </span>
  );
}
