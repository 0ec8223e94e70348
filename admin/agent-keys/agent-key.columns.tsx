import type { DataColumn } from '../components/columns.js';
import { CREATED } from '../components/credential.columns.js';
import { Day } from '../components/Day.js';
import { StateNow } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import { useNow } from '../components/useNow.js';
import { ProductName } from '../products/ProductName.js';
import type { AgentKey } from '../providers/data.enterprise.js';
import { AgentKeyRevokeButton } from './AgentKeyRevokeButton.js';
import { isLive, stateOf } from './states.js';

const endOf = ({ revokedAt, expiresAt }: AgentKey): string => revokedAt ?? expiresAt;

/** An agent key in a row. */
export const AGENT_KEY_COLUMNS: readonly DataColumn<AgentKey>[] = [
  { source: 'name', label: 'Name', cell: ({ name }) => name, sortable: true },
  { source: 'hint', label: 'Key', cell: ({ hint }) => <code>{hint}</code> },
  {
    source: 'product',
    label: 'Product',
    cell: ({ productId }) => <ProductName id={productId} />,
    text: ({ productId }) => productId,
    card: 'fact',
  },
  {
    source: 'state',
    label: 'State',
    cell: (key) => <StateNow of="agentKey" at={(now) => stateOf(key, now)} />,
    text: (key) => stateOf(key, Date.now()),
    card: 'state',
  },
  {
    source: 'expires',
    label: 'Ends',
    cell: (key) => <Ends agentKey={key} />,
    text: endOf,
    sortable: true,
    numeric: true,
  },
  {
    source: 'used',
    label: 'Last used',
    cell: ({ lastUsedOn }) => (lastUsedOn ? <Day at={lastUsedOn} /> : 'never'),
    text: ({ lastUsedOn }) => lastUsedOn,
    numeric: true,
  },
  {
    source: 'creator',
    label: 'Created by',
    cell: ({ createdByName }) => createdByName ?? 'a former member',
    text: ({ createdByName, createdBy }) => (createdByName ? `${createdByName} (${createdBy})` : createdBy),
  },
  CREATED,
];

/** For those who may revoke it while it is live. */
export const AGENT_KEY_ACTIONS: DataColumn<AgentKey> = {
  source: 'actions',
  label: 'Actions',
  unnamed: true,
  cell: (key) => <RevokeWhileLive agentKey={key} />,
};

/** How long a key lasts, or since when it has ended. */
function Ends({ agentKey }: { agentKey: AgentKey }) {
  return isLive(agentKey, useNow()) ? <TimeUntil at={agentKey.expiresAt} /> : <TimeAgo at={endOf(agentKey)} />;
}

const RevokeWhileLive = ({ agentKey }: { agentKey: AgentKey }) =>
  isLive(agentKey, useNow()) ? <AgentKeyRevokeButton agentKey={agentKey} /> : null;
