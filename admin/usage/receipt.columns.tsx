import type { DataColumn } from '../components/columns.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import type { UsageReceipt } from '../providers/generated/operations.js';
import { BoundTo } from '../tokens/BoundTo.js';
import { formatDuration, formatSpend, TYPES } from './receipt.labels.js';

/** The facts of a receipt, as a table's columns or a card's lines. */
export const RECEIPT_COLUMNS: readonly DataColumn<UsageReceipt>[] = [
  { source: 'tool', sortable: true, label: 'Tool', cell: ({ tool }) => tool.name, text: ({ tool }) => tool.name },
  {
    source: 'state',
    sortable: true,
    label: 'Delivery',
    cell: ({ state }) => <State of="delivery" is={state} />,
    text: ({ state }) => state,
    card: 'state',
  },
  {
    source: 'since',
    label: 'Since',
    cell: (receipt) => <Since receipt={receipt} />,
    text: ({ deliveredAt, updatedAt }) => deliveredAt ?? updatedAt,
    wraps: true,
  },
  {
    source: 'type',
    label: 'Use',
    cell: ({ receiptType }) => TYPES[receiptType],
    text: ({ receiptType }) => receiptType,
    wraps: true,
    card: 'fact',
  },
  {
    source: 'success',
    label: 'Result',
    cell: ({ success }) => <State of="use" is={`${success}`} />,
    whole: true,
    text: ({ success }) => (success === null ? null : success ? 'succeeded' : 'failed'),
  },
  {
    source: 'durationMs',
    label: 'Took',
    cell: ({ durationMs }) => known(durationMs, formatDuration),
    numeric: true,
  },
  {
    source: 'spendCents',
    label: 'Cost',
    cell: ({ spendCents }) => known(spendCents, formatSpend, 'US cents, as reported'),
    numeric: true,
  },
  {
    source: 'projectId',
    label: 'Project',
    cell: ({ projectId }) => (projectId ? <BoundTo projectId={projectId} /> : '–'),
    hidden: true,
  },
  {
    source: 'created',
    sortable: true,
    label: 'Reported',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
    text: ({ createdAt }) => createdAt,
    numeric: true,
  },
];

/** A figure in its unit, or “not reported”. */
function known(value: number | null, say: (value: number) => string, title?: string) {
  if (value === null) return <span title="not reported">–</span>;
  return <span title={title}>{say(value)}</span>;
}

/** Since when the state is so and, where attempts failed, how many and when the next one follows. */
function Since({ receipt }: { receipt: UsageReceipt }) {
  const { state, attempts, deliveredAt, updatedAt, nextAttemptAt } = receipt;
  return (
    <>
      {attempts > 0 && `${attempts} failed ${attempts === 1 ? 'attempt' : 'attempts'}, `}
      {attempts > 0 && state === 'queued' && nextAttemptAt ? (
        <>
          next <TimeUntil at={nextAttemptAt} />
        </>
      ) : (
        <TimeAgo at={deliveredAt ?? updatedAt} />
      )}
    </>
  );
}
