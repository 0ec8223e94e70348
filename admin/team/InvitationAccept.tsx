import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import { Page, Section } from '../components/Page.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import { readSession, sessionKey } from '../providers/session.js';
import { useSession } from '../workspace/useSession.js';

/** Where the letter of an invitation leads: what accepting means, and the act. */
export function InvitationAccept() {
  const { invitationId = '' } = useParams();
  const session = useSession();
  const { acceptInvitation } = useDai();
  const client = useQueryClient();
  const navigate = useNavigate();
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
  return (
    <Page title="Join an organization" summary="You were invited by letter.">
      <Section title="What will happen">
        <Typography sx={{ mb: 4, maxWidth: 560, overflowWrap: 'anywhere' }}>
          You join as {session?.person.email}. Its members see your name and address, and you see what it has stored.
        </Typography>
        {mutation.problem && <ProblemNotice problem={mutation.problem} tried="mutation" />}
        <Button
          variant="contained"
          onClick={() => void accept()}
          loading={mutation.busy}
          loadingPosition="start"
          sx={{ mt: 2 }}
        >
          Accept invitation
        </Button>
      </Section>
    </Page>
  );
}
