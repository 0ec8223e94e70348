import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import type { Column } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import type { UsageReceipt } from '../providers/generated/operations.js';
import { BoundTo } from '../tokens/BoundTo.js';
import { DeliveryChip } from './DeliveryChip.js';
import { ResultChip } from './ResultChip.js';
import { FAILURES, formatDuration, formatSpend, TYPES } from './receipt.labels.js';

/** The facts of a receipt, as a table's columns or a card's lines. */
export const RECEIPT_COLUMNS: Column<UsageReceipt>[] = [
  { label: 'Tool', cell: (receipt) => <Used receipt={receipt} /> },
  { label: 'Result', cell: ({ success }) => <ResultChip success={success} /> },
  { label: 'Took', cell: ({ durationMs }) => known(durationMs, formatDuration), numeric: true },
  { label: 'Cost', cell: ({ spendCents }) => known(spendCents, formatSpend, 'US cents, as reported'), numeric: true },
  { label: 'Project', cell: ({ projectId }) => (projectId ? <BoundTo projectId={projectId} /> : '–') },
  { label: 'Delivery', cell: (receipt) => <Delivery receipt={receipt} /> },
  { label: 'Reported', cell: ({ createdAt }) => <TimeAgo at={createdAt} />, numeric: true },
];

/** Why a receipt did not reach the vendor, where it was to; null for the others. */
export function whyOf({ failure }: UsageReceipt) {
  return failure ? <Box sx={{ color: 'var(--muted)' }}>{FAILURES[failure]}</Box> : null;
}

function Used({ receipt: { tool, receiptType } }: { receipt: UsageReceipt }) {
  return (
    <>
      <Link to={`/directory/${tool.slug}`}>{tool.name}</Link>
      <Box component="span" sx={{ display: 'block', color: 'var(--muted)', fontWeight: 400 }}>
        {TYPES[receiptType]}
      </Box>
    </>
  );
}

/** A figure in its unit, or “not reported”. */
function known(value: number | null, say: (value: number) => string, title?: string) {
  if (value === null) return <span title="not reported">–</span>;
  return <span title={title}>{say(value)}</span>;
}

/** The state with the time since when it is so and, where attempts failed, how many and when the next one follows. */
function Delivery({ receipt }: { receipt: UsageReceipt }) {
  const { state, attempts, deliveredAt, updatedAt, nextAttemptAt } = receipt;
  return (
    <>
      <DeliveryChip state={state} />
      <Box component="span" sx={{ display: 'block', color: 'var(--muted)', fontSize: '0.8125rem' }}>
        {attempts > 0 && `${attempts} failed ${attempts === 1 ? 'attempt' : 'attempts'}, `}
        {attempts > 0 && state === 'queued' && nextAttemptAt ? (
          <>
            next <TimeUntil at={nextAttemptAt} />
          </>
        ) : (
          <TimeAgo at={deliveredAt ?? updatedAt} />
        )}
      </Box>
    </>
  );
}
