import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Section } from '../components/Page.js';
import { type Column, Rows } from '../components/Rows.js';
import type { Report } from '../providers/data.enterprise.js';
import { percent } from './metrics.js';

type Receipts = Report['receipts'];
type Line = Omit<Receipts['byType'][number], 'receiptType'> & { readonly name: string };

const KINDS: Readonly<Record<string, string>> = {
  model_call: 'Model calls',
  api_call: 'API calls',
  mcp_tool_call: 'MCP tool calls',
  spend: 'Spending',
  build: 'Builds',
};

const DOLLARS = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });
const latency = (ms: number | null): string => (ms === null ? 'unknown' : `${Math.round(ms).toLocaleString('en')} ms`);

const COLUMNS: Column<Line>[] = [
  { label: 'Kind', cell: ({ name }) => name },
  { label: 'Receipts', cell: ({ receipts }) => receipts.toLocaleString('en'), numeric: true },
  {
    label: 'Successful',
    cell: ({ successShare }) => (successShare === null ? 'unknown' : percent(successShare)),
    numeric: true,
  },
  {
    label: 'Cost',
    cell: ({ costCents }) => (costCents === null ? 'unknown' : DOLLARS.format(costCents / 100)),
    numeric: true,
  },
  { label: 'Half within', cell: ({ latencyMs }) => latency(latencyMs.p50), numeric: true },
  { label: '95 % within', cell: ({ latencyMs }) => latency(latencyMs.p95), numeric: true },
];

/** The receipts of the counted events: how many succeeded, what they cost and how long they took. */
export function ReceiptTable({ report, aside }: { report: Report; aside: ReactNode }) {
  const { byType, receipts } = report.receipts;
  const lines = [
    ...byType.map(({ receiptType, ...numbers }) => ({ ...numbers, name: KINDS[receiptType] ?? receiptType })),
    ...totalOf(report.receipts),
  ];
  const reasons = report.nulls.filter(({ pointer }) => pointer.startsWith('/receipts'));
  return (
    <Section title="What do receipts say?" aside={aside}>
      {receipts === 0 || receipts === null ? (
        <p>
          {receipts === 0 ? 'No event of this window carries a receipt.' : 'The receipts of this window are not known.'}
        </p>
      ) : (
        <Rows caption="Receipts" rows={lines} keyOf={({ name }) => name} columns={COLUMNS} />
      )}
      {receipts !== 0 &&
        reasons.map(({ pointer, reason }) => (
          <Box key={pointer} sx={{ mt: 2, color: 'var(--muted)', fontSize: '0.8125rem' }}>
            {reason}
          </Box>
        ))}
    </Section>
  );
}

/** All kinds together, where there is more than one. */
function totalOf({ byType, receipts, withOutcome, withCost, withLatency, ...shares }: Receipts): Line[] {
  if (byType.length < 2 || receipts === null) return [];
  const counts = { withOutcome: withOutcome ?? 0, withCost: withCost ?? 0, withLatency: withLatency ?? 0 };
  return [{ ...shares, ...counts, receipts, name: 'All' }];
}
