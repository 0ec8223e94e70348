import type { DataColumn } from './columns.js';
import { TimeAgo } from './TimeAgo.js';

export const LAST_USED: DataColumn<{ readonly lastUsedAt: string | null }> = {
  source: 'used',
  label: 'Last used',
  cell: ({ lastUsedAt }) => (lastUsedAt ? <TimeAgo at={lastUsedAt} /> : 'never'),
  text: ({ lastUsedAt }) => lastUsedAt,
  numeric: true,
  sortable: true,
};

export const CREATED: DataColumn<{ readonly createdAt: string }> = {
  source: 'created',
  label: 'Created',
  cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
  text: ({ createdAt }) => createdAt,
  numeric: true,
  sortable: true,
};
