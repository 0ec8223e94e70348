import type { DataColumn } from '../components/columns.js';
import { CREATED, LAST_USED } from '../components/credential.columns.js';
import { StateNow } from '../components/StateChip.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import { useNow } from '../components/useNow.js';
import { isLiveToken } from '../providers/data.tokens.js';
import type { WorkflowToken } from '../providers/generated/operations.js';
import { BoundTo } from './BoundTo.js';
import { inShort } from './scopes.js';
import { stateOf } from './states.js';
import { TokenRevokeButton } from './TokenRevokeButton.js';

const scopesOf = ({ scopes }: WorkflowToken): string => scopes.join(', ');

/** A token in a row. */
export const TOKEN_COLUMNS: readonly DataColumn<WorkflowToken>[] = [
  { source: 'name', label: 'Token', cell: (token) => <Named token={token} />, sortable: true, wraps: true },
  {
    source: 'state',
    label: 'State',
    cell: (token) => <StateNow of="token" at={(now) => stateOf(token, now)} />,
    text: endOf,
    card: 'state',
  },
  { source: 'ends', label: 'Ends', cell: (token) => <Ends token={token} />, text: endOf, card: 'fact', whole: true },
  {
    source: 'scopes',
    label: 'Scopes',
    cell: (token) => <span title={scopesOf(token)}>{inShort(token.scopes)}</span>,
    text: scopesOf,
    wraps: true,
  },
  {
    source: 'project',
    label: 'Bound to',
    cell: ({ projectId }) => <BoundTo projectId={projectId} />,
    text: ({ projectId }) => projectId,
    wraps: true,
  },
  LAST_USED,
  { ...CREATED, hidden: true },
  { source: 'actions', label: 'Actions', cell: (token) => <RevokeWhileLive token={token} />, unnamed: true },
];

function endOf({ revokedAt, expiresAt }: WorkflowToken): string {
  return revokedAt ?? expiresAt;
}

const Named = ({ token: { name, hint, beforeSecondFactor, revokedAt } }: { token: WorkflowToken }) => (
  <>
    {name} <code style={{ color: 'var(--muted)' }}>{hint}</code>
    {beforeSecondFactor && !revokedAt && (
      <div style={{ color: 'var(--muted)' }}>created before the second factor; it keeps working</div>
    )}
  </>
);

/** How long a token lasts, or since when it has ended. */
function Ends({ token }: { token: WorkflowToken }) {
  return isLiveToken(token, useNow()) ? (
    <>
      ends <TimeUntil at={token.expiresAt} />
    </>
  ) : (
    <>
      ended <TimeAgo at={endOf(token)} />
    </>
  );
}

const RevokeWhileLive = ({ token }: { token: WorkflowToken }) =>
  isLiveToken(token, useNow()) ? <TokenRevokeButton token={token} /> : null;
