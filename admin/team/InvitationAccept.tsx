import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { Page, Section } from '../components/Page.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import { sessionKey } from '../providers/query-client.js';
import { readSession } from '../providers/session.js';
import { useSession } from '../workspace/useSession.js';
import { InvitationWords } from './InvitationWords.js';
import { useInvitationAt, useReceivedInvitations } from './useInvitation.js';

/** The page behind the letter of an invitation: who invites to what, what accepting means, and the act. */
export function InvitationAccept() {
  const { invitationId = '' } = useParams();
  const { pathname, search } = useLocation();
  const session = useSession();
  const { acceptInvitation } = useDai();
  const client = useQueryClient();
  const navigate = useNavigate();
  const byLetter = useInvitationAt(pathname, search).data;
  const received = useReceivedInvitations().data?.find(({ id }) => id === invitationId);
  const invitation = received ?? byLetter;
  const mutation = useApiMutation(async (): Promise<string> => {
    const { id } = await acceptInvitation(invitationId);
    // The organization's pages open only to its members: be one before going there.
    await client.fetchQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: 0 });
    return id;
  });
  const accept = async () => {
    const outcome = await mutation.run(undefined);
    if (outcome.done) navigate(`/o/${outcome.answer}`);
  };
  const isVerified = session?.person.emailVerified ?? false;
  return (
    <Page
      title="Join an organization"
      summary={invitation ? <InvitationWords invitation={invitation} /> : 'You were invited by letter.'}
    >
      <Section title="What will happen">
        <Typography sx={{ mb: 4, maxWidth: 560, overflowWrap: 'anywhere' }}>
          You join as {session?.person.email}. Its members see your name and address, and you see what it has stored.
          {session && !isVerified && ' First open the link that was sent to this address: this page comes back then.'}
        </Typography>
        {mutation.problem && <ProblemNotice problem={mutation.problem} tried="mutation" />}
        <Button
          variant="contained"
          onClick={() => void accept()}
          loading={mutation.busy}
          loadingPosition="start"
          sx={{ mt: 2, mr: 3 }}
        >
          Accept invitation
        </Button>
        <Button component={Link} to="/me" sx={{ mt: 2 }}>
          Not now
        </Button>
      </Section>
    </Page>
  );
}
