import type { DataColumn } from '../components/columns.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { Product } from '../providers/generated/operations.js';
import { labelOfType } from './types.js';

const aliasesOf = ({ aliases }: Product): string => aliases.join(', ');

/** A product in a row, with what arrives of it. */
export const PRODUCT_COLUMNS: readonly DataColumn<Product>[] = [
  { source: 'name', label: 'Product', cell: ({ name }) => name, sortable: true },
  { source: 'productId', label: 'Product id', cell: ({ productId }) => <code>{productId}</code>, sortable: true },
  {
    source: 'status',
    label: 'Status',
    cell: ({ status }) => <State of="product" is={status} />,
    card: 'state',
  },
  {
    source: 'type',
    label: 'Type',
    cell: ({ type }) => labelOfType(type),
    text: ({ type }) => labelOfType(type),
    whole: true,
  },
  {
    source: 'aliases',
    label: 'Aliases',
    cell: (product) => <code>{aliasesOf(product)}</code>,
    text: aliasesOf,
    hidden: true,
  },
  { source: 'liveKeys', label: 'Live keys', cell: ({ liveKeys }) => liveKeys, numeric: true },
  {
    source: 'events7d',
    label: 'Last 7 days',
    cell: ({ events7d }) => events7d.toLocaleString('en'),
    numeric: true,
    sortable: true,
  },
  {
    source: 'lastEventAt',
    label: 'Last event',
    cell: (product) => <LastEvent product={product} />,
    text: ({ lastEventAt }) => lastEventAt,
    numeric: true,
    sortable: true,
    card: 'fact',
  },
  {
    source: 'createdAt',
    label: 'Created',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
    text: ({ createdAt }) => createdAt,
    numeric: true,
    sortable: true,
    hidden: true,
  },
];

/** When the last event of a product came, with its name on hover. */
export function LastEvent({ product: { lastEventAt, lastEventName } }: { product: Product }) {
  if (lastEventAt === null) return 'none yet';
  return (
    <span title={lastEventName ?? ''}>
      <TimeAgo at={lastEventAt} />
    </span>
  );
}
