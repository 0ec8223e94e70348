import Typography from '@mui/material/Typography';
import { Empty } from '../components/Empty.js';
import { Section } from '../components/Page.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import type { Product, TrackingKey } from '../providers/generated/operations.js';
import { useMayChange } from '../shell/useMayChange.js';
import { KeyCreateButton } from './KeyCreateButton.js';
import { KeyRevokeButton } from './KeyRevokeButton.js';
import { KeyStateChip } from './KeyStateChip.js';

/** One to use and one to rotate to (decisions §2, Credentials). */
const LIVE_KEYS_MAX = 2;

/** The keys of one product, live ones first, and the way to one more while there is room. */
export function ProductKeys(props: { product: Product; keys: readonly TrackingKey[]; alone: boolean }) {
  const { product, keys, alone } = props;
  const mayChange = useMayChange();
  const live = keys.filter((one) => one.revokedAt === null);
  const rows = [...live, ...keys.filter((one) => one.revokedAt !== null)];
  const full = live.length >= LIVE_KEYS_MAX;
  return (
    <Section title={product.name} aside={mayChange && !full && <KeyCreateButton product={product} primary={alone} />}>
      {full && (
        <Typography color="textSecondary" sx={{ mb: 3 }}>
          A product has at most two live keys: one in use and one to rotate to. Revoke one to create another.
        </Typography>
      )}
      {rows.length === 0 ? (
        <Empty>
          The keys of <code>{product.productId}</code> will be listed here. One is enough to start.
        </Empty>
      ) : (
        <Rows
          caption={`Keys of ${product.name}`}
          rows={rows}
          keyOf={(one) => one.id}
          columns={mayChange ? [...COLUMNS, REVOKE] : COLUMNS}
        />
      )}
    </Section>
  );
}

const COLUMNS: Column<TrackingKey>[] = [
  { label: 'Name', cell: (one) => one.name },
  { label: 'Key', cell: (one) => <code>{one.hint}</code> },
  { label: 'State', cell: (one) => <KeyStateChip trackingKey={one} /> },
  { label: 'Last used', cell: (one) => (one.lastUsedAt ? <TimeAgo at={one.lastUsedAt} /> : 'never'), numeric: true },
  { label: 'Created', cell: (one) => <TimeAgo at={one.createdAt} />, numeric: true },
  { label: 'Revoked', cell: (one) => (one.revokedAt ? <TimeAgo at={one.revokedAt} /> : '–'), numeric: true },
];
const REVOKE: Column<TrackingKey> = {
  label: 'Actions',
  cell: (one) => (one.revokedAt === null ? <KeyRevokeButton trackingKey={one} /> : null),
  unnamed: true,
};
