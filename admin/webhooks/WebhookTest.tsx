import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Notice } from '../components/Notice.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import { type Webhook, type WebhookMessage, WebhookMessageState } from '../providers/generated/operations.js';
import { outcomeOf } from './webhook.labels.js';

/** Sends a test message at once, since it says nothing of the organization's events, and shows how it ended. */
export function WebhookTest({ webhook: { organizationId, id } }: { webhook: Webhook }) {
  const { sendTestWebhook } = useDai();
  const [sent, setSent] = useState<WebhookMessage | null>(null);
  const mutation = useApiMutation(
    () => sendTestWebhook({ organizationId, webhookId: id }),
    ['webhooks', 'webhook-messages'],
  );
  const send = async () => {
    setSent(null); // the same outcome again is said again
    const outcome = await mutation.run(undefined);
    if (outcome.done) setSent(outcome.answer);
  };
  return (
    <Box sx={{ display: 'grid', gap: 3, mt: 4 }}>
      <Button
        variant="outlined"
        loading={mutation.busy}
        loadingPosition="start"
        onClick={() => void send()}
        sx={{ justifySelf: 'end' }}
      >
        Send test
      </Button>
      {mutation.problem && <ProblemNotice problem={mutation.problem} tried="mutation" />}
      {sent && (
        <Notice tone={sent.state === WebhookMessageState.delivered ? 'good' : 'bad'} urgent>
          {sent.state === WebhookMessageState.delivered ? 'The test was delivered' : 'The test was not taken'}:{' '}
          {outcomeOf(sent)}.
        </Notice>
      )}
    </Box>
  );
}
