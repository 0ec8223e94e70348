import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Code } from '../components/Code.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { DryRunReply } from '../dry-run/DryRunReply.js';
import { type PayloadReply, useDryRun } from '../dry-run/useDryRun.js';
import { useOrganization } from '../workspace/organization.js';
import { curl, firstEvent, type SnippetPlace } from './snippets.js';

/** The rehearsal: the event of the snippets, sent from here or from the server, to where nothing is stored. */
export function DryRunStep({ place }: { place: SnippetPlace }) {
  const { productId } = place.product;
  const { to } = useOrganization();
  const [reply, setReply] = useState<PayloadReply | null>(null);
  const mutation = useDryRun(productId);
  const send = async () => {
    const outcome = await mutation.run(firstEvent(place));
    if (outcome.done) setReply(outcome.answer);
  };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
      <Typography>
        A dry-run validates an event and stores nothing. Send this one from here, or run the command where your key is.
        A payload of your own can be tried at{' '}
        <Link to={to(`/dry-run?product=${encodeURIComponent(productId)}`)}>Test payload</Link>.
      </Typography>
      <div>
        <Button variant="contained" loading={mutation.busy} loadingPosition="start" onClick={() => void send()}>
          Send test event
        </Button>
      </div>
      {mutation.problem && <ProblemNotice problem={mutation.problem} />}
      {reply && <DryRunReply reply={reply} />}
      <Code text={curl(place, '/api/usage/track/dry-run')} what="dry-run command" />
    </Box>
  );
}
