import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { type Column, Rows } from '../components/Rows.js';
import { Tags } from '../components/Tags.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import { useNow } from '../components/useNow.js';
import type { WorkflowToken } from '../providers/generated/operations.js';
import { BoundTo } from './BoundTo.js';
import { isLive } from './states.js';
import { TokenRevokeButton } from './TokenRevokeButton.js';
import { TokenStateChip } from './TokenStateChip.js';

/** Ended tokens say what an agent was allowed once; after a few they stand in the way of the live ones. */
const ENDED_SHOWN = 5;

/** The tokens, live ones first, each group with its newest first. */
export function TokenTable({ tokens }: { tokens: readonly WorkflowToken[] }) {
  const now = useNow();
  const [all, setAll] = useState(false);
  const live = tokens.filter((token) => isLive(token, now));
  const ended = tokens.filter((token) => !isLive(token, now));
  const hidden = ended.length - ENDED_SHOWN;
  return (
    <>
      <Rows
        caption="Your tokens"
        rows={[...live, ...(all ? ended : ended.slice(0, ENDED_SHOWN))]}
        keyOf={({ id }) => id}
        columns={COLUMNS}
      />
      {hidden > 0 && (
        <Button variant="outlined" onClick={() => setAll(!all)} sx={{ mt: 3 }}>
          {all ? 'Hide older ones that have ended' : `Show ${hidden} more that have ended`}
        </Button>
      )}
    </>
  );
}

function Named({ token: { name, hint } }: { token: WorkflowToken }) {
  return (
    <Box sx={{ minWidth: 148 }}>
      {name}
      <Box component="span" sx={{ display: 'block', color: 'var(--muted)', fontWeight: 400 }}>
        <code>{hint}</code>
      </Box>
    </Box>
  );
}

/** The state in a word and, under it, how long it lasts or since when. */
function State({ token }: { token: WorkflowToken }) {
  const { revokedAt, expiresAt } = token;
  const live = isLive(token, useNow());
  return (
    <>
      <TokenStateChip token={token} />
      <Box component="span" sx={{ display: 'block', color: 'var(--muted)', fontSize: '0.8125rem' }}>
        {live ? (
          <>
            expires <TimeUntil at={expiresAt} />
          </>
        ) : (
          <TimeAgo at={revokedAt ?? expiresAt} />
        )}
      </Box>
    </>
  );
}

function RevokeWhileLive({ token }: { token: WorkflowToken }) {
  return isLive(token, useNow()) ? <TokenRevokeButton token={token} /> : null;
}

const tagsOf = (scopes: readonly string[]) => scopes.map((scope) => ({ key: scope, label: <code>{scope}</code> }));

const COLUMNS: Column<WorkflowToken>[] = [
  { label: 'Token', cell: (token) => <Named token={token} /> },
  { label: 'State', cell: (token) => <State token={token} /> },
  { label: 'Scopes', cell: ({ name, scopes }) => <Tags label={`Scopes of ${name}`} tags={tagsOf(scopes)} /> },
  { label: 'Bound to', cell: ({ projectId }) => <BoundTo projectId={projectId} /> },
  { label: 'Created', cell: ({ createdAt }) => <TimeAgo at={createdAt} />, numeric: true },
  { label: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <TimeAgo at={lastUsedAt} /> : 'never'), numeric: true },
  { label: 'Actions', cell: (token) => <RevokeWhileLive token={token} />, unnamed: true },
];
