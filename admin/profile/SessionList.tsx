import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { Section } from '../components/Page.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { type OwnSession, readSessions, revokeOtherSessions, revokeSession } from '../providers/account.js';
import { browserOf } from './browser.js';

/** The browsers in which the person is signed in; each can be signed out from here. */
export function SessionList() {
  const notify = useNotify();
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: readSessions });
  const revokeOthers = useApiMutation(() => revokeOtherSessions(), ['sessions']);
  const others = sessions.data?.some(({ current }) => !current);
  const run = async () => {
    const outcome = await revokeOthers.run(undefined);
    if (outcome.done) notify(outcome.answer === 1 ? 'One session ended' : `${outcome.answer} sessions ended`);
  };
  return (
    <Section
      title="Sessions"
      aside={
        others && (
          <Button variant="outlined" color="error" onClick={() => void run()} loading={revokeOthers.busy}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {revokeOthers.problem && <ProblemNotice problem={revokeOthers.problem} tried="mutation" />}
      <QueryState query={sessions} what="sessions">
        {(items) => <Rows caption="Sessions" rows={items} keyOf={({ id }) => id} columns={COLUMNS} />}
      </QueryState>
    </Section>
  );
}

const COLUMNS: Column<OwnSession>[] = [
  { label: 'Browser', cell: ({ userAgent }) => browserOf(userAgent) },
  { label: 'Signed in', cell: ({ createdAt }) => <TimeAgo at={createdAt} />, numeric: true },
  { label: 'Ends', cell: ({ expiresAt }) => <TimeUntil at={expiresAt} />, numeric: true },
  {
    label: 'Actions',
    cell: (session) =>
      session.current ? (
        <Box component="span" sx={{ color: 'var(--muted)' }}>
          this session
        </Box>
      ) : (
        <RevokeButton session={session} />
      ),
    unnamed: true,
  },
];

function RevokeButton({ session }: { session: OwnSession }) {
  const notify = useNotify();
  const mutation = useApiMutation(() => revokeSession(session.id), ['sessions']);
  const run = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) notify(outcome.problem.detail, { type: 'error' });
  };
  return (
    <Button
      size="small"
      variant="outlined"
      color="error"
      aria-label={`Sign out ${browserOf(session.userAgent)}`}
      onClick={() => void run()}
      loading={mutation.busy}
    >
      Sign out
    </Button>
  );
}
