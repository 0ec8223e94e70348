import type { DataColumn } from '../components/columns.js';
import { ListPage } from '../components/ListPage.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { PLAN_TOOLS } from '../plan/plan.tools.js';
import { useProductFilter } from '../products/useProductFilter.js';
import type { AuditReceipt } from '../providers/generated/operations.js';
import { AskAdmin } from '../workspace/AskAdmin.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { OutcomeChip } from './OutcomeChip.js';
import { ANSWERED, OUTCOMES } from './outcomes.js';

const FILTERS = [
  {
    source: 'outcome',
    label: 'Outcome',
    every: 'Every outcome',
    choices: [[ANSWERED, 'answered'], ...Object.entries(OUTCOMES)],
    folded: true,
  },
  {
    source: 'tool',
    label: 'Read',
    every: 'Every read',
    choices: PLAN_TOOLS.map(({ tool, name }) => [tool, name] as const),
  },
] as const;

const nameOf = (tool: string): string => PLAN_TOOLS.find((one) => one.tool === tool)?.name ?? tool;

/** The reads with agent keys and in Reports, refused ones too: one receipt for each call. */
export function AuditReceiptList() {
  const { organization } = useOrganization();
  const product = useProductFilter();
  if (!useMayChange()) return <AskAdmin what="see what agents and members have read, since they answer for the keys" />;
  return (
    <ListPage<AuditReceipt>
      title="Audit receipts"
      where={organization.name}
      about="Every read of a report with an agent key or in Reports leaves a receipt, a refused one too; a call with a key that is unknown or ended, or that comes too often, leaves none. Receipts are never changed or removed."
      columns={COLUMNS}
      filters={[...FILTERS, product]}
      sort={{ field: 'id', order: 'DESC' }}
      to={null}
      empty={{
        text: 'Receipts will be listed here as soon as an agent or a member reads a report: who, of which product, about which days, and how it ended.',
      }}
    />
  );
}

const readerOf = ({ keyName, keyId, userName }: AuditReceipt): string =>
  keyId === null ? (userName ?? 'a former member') : `agent key “${keyName ?? keyId}”`;

const COLUMNS: readonly DataColumn<AuditReceipt>[] = [
  {
    source: 'tool',
    label: 'Read',
    cell: ({ tool }) => <span title={tool}>{nameOf(tool)}</span>,
    text: ({ tool }) => tool,
  },
  {
    source: 'outcome',
    label: 'Outcome',
    cell: ({ outcome }) => <OutcomeChip outcome={outcome} />,
    card: 'state',
  },
  {
    source: 'reader',
    label: 'By',
    cell: (receipt) => readerOf(receipt),
    // Names repeat; a file keeps the id beside them.
    text: (receipt) => `${readerOf(receipt)} (${receipt.keyId ?? receipt.userId})`,
    card: 'fact',
  },
  { source: 'product', label: 'Product', cell: ({ productId }) => productId, text: ({ productId }) => productId },
  {
    source: 'window',
    label: 'Days',
    cell: ({ window }) => window && `${window.from} to ${window.to}`,
    text: ({ window }) => window && `${window.from} to ${window.to}`,
    whole: true,
  },
  { source: 'requestId', label: 'Request', cell: ({ requestId }) => <code title={requestId}>{requestId}</code> },
  { source: 'id', label: 'Receipt', cell: ({ id }) => <code title={id}>{id}</code>, hidden: true },
  {
    source: 'at',
    label: 'When',
    cell: ({ at }) => <TimeAgo at={at} />,
    text: ({ at }) => at,
    numeric: true,
  },
];
