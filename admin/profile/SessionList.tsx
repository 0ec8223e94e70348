import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { ResourceContextProvider, useGetList, useNotify } from 'react-admin';
import type { DataColumn } from '../components/columns.js';
import { Section } from '../components/Page.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { RecordList } from '../components/RecordList.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import type { OwnSession } from '../providers/generated/operations.js';

/** The browsers in which the person is signed in; each can be signed out from here. */
export function SessionList() {
  return (
    <ResourceContextProvider value="sessions">
      <Section title="Sessions" aside={<RevokeOthersButton />}>
        <RecordList<OwnSession>
          caption="Sessions"
          columns={COLUMNS}
          sort={{ field: 'created', order: 'DESC' }}
          to={null}
          empty={{ text: 'Your sessions will be listed here.' }}
        />
      </Section>
    </ResourceContextProvider>
  );
}

/** Ends every session but this one, where there are others. */
function RevokeOthersButton() {
  const dai = useDai();
  const notify = useNotify();
  const { data: sessions = [] } = useGetList<OwnSession>('sessions');
  const mutation = useApiMutation(() => dai.revokeOtherSessions(), ['sessions']);
  const run = async () => {
    const outcome = await mutation.run(undefined);
    if (outcome.done) notify(outcome.answer === 1 ? 'One session ended' : `${outcome.answer} sessions ended`);
  };
  if (sessions.every(({ current }) => current)) return null;
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => void run()} loading={mutation.busy}>
        Sign out everywhere else
      </Button>
      {mutation.problem && <ProblemNotice problem={mutation.problem} tried="mutation" />}
    </>
  );
}

const COLUMNS: readonly DataColumn<OwnSession>[] = [
  {
    source: 'browser',
    label: 'Browser',
    cell: ({ device }) => device,
    text: ({ device }) => device,
  },
  {
    source: 'place',
    label: 'From',
    cell: ({ addressRange }) => addressRange ?? 'not recorded',
    text: ({ addressRange }) => addressRange,
    card: 'fact',
  },
  {
    source: 'created',
    label: 'Signed in',
    cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
    text: ({ createdAt }) => createdAt,
    numeric: true,
    sortable: true,
    card: 'fact',
  },
  {
    source: 'expires',
    label: 'Ends',
    cell: ({ expiresAt }) => <TimeUntil at={expiresAt} />,
    text: ({ expiresAt }) => expiresAt,
    numeric: true,
    sortable: true,
  },
  {
    source: 'actions',
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
  const dai = useDai();
  const notify = useNotify();
  const mutation = useApiMutation(() => dai.revokeSession(session.id), ['sessions']);
  const run = async () => {
    const outcome = await mutation.run(undefined);
    if (outcome.done) notify('One session ended');
    else notify(outcome.problem.detail, { type: 'error' });
  };
  return (
    <Button
      size="small"
      variant="outlined"
      color="error"
      aria-label={`Sign out ${session.device}`}
      onClick={() => void run()}
      loading={mutation.busy}
    >
      Sign out
    </Button>
  );
}
