import type { DataColumn } from '../components/columns.js';
import { CREATED, LAST_USED } from '../components/credential.columns.js';
import { State } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { ProductName } from '../products/ProductName.js';
import type { TrackingKey } from '../providers/generated/operations.js';
import { KeyRevokeButton } from './KeyRevokeButton.js';
import { stateOf } from './states.js';

/** A tracking key in a row. */
export const KEY_COLUMNS: readonly DataColumn<TrackingKey>[] = [
  { source: 'name', label: 'Name', cell: ({ name }) => name, sortable: true },
  { source: 'hint', label: 'Key', cell: ({ hint }) => <code>{hint}</code> },
  {
    source: 'product',
    label: 'Product',
    cell: ({ productId }) => <ProductName id={productId} />,
    text: ({ productId }) => productId,
    sortable: true,
    card: 'fact',
  },
  {
    source: 'state',
    label: 'State',
    cell: (one) => <State of="trackingKey" is={stateOf(one)} />,
    text: stateOf,
    card: 'state',
  },
  LAST_USED,
  CREATED,
  {
    source: 'revoked',
    label: 'Revoked',
    cell: ({ revokedAt }) => revokedAt && <TimeAgo at={revokedAt} />,
    text: ({ revokedAt }) => revokedAt,
    numeric: true,
    hidden: true,
  },
];

/** For those who may revoke it while it is live. */
export const KEY_ACTIONS: DataColumn<TrackingKey> = {
  source: 'actions',
  label: 'Actions',
  unnamed: true,
  cell: (one) => one.revokedAt === null && <KeyRevokeButton trackingKey={one} />,
};
