import Box from '@mui/material/Box';
import { useState } from 'react';
import { DecisionButton } from '../components/DecisionButton.js';
import { Notice } from '../components/Notice.js';
import { useDai } from '../providers/data.js';
import { type Webhook, type WebhookMessage, WebhookMessageState } from '../providers/generated/operations.js';
import { outcomeOf } from './webhook.labels.js';

/** Sends a test message and shows how it ended. */
export function WebhookTest({ webhook: { organizationId, id, url } }: { webhook: Webhook }) {
  const { sendTestWebhook } = useDai();
  const [sent, setSent] = useState<WebhookMessage | null>(null);
  return (
    <Box sx={{ display: 'grid', gap: 3, mt: 4 }}>
      <Box sx={{ justifySelf: 'end' }}>
        <DecisionButton
          label="Send test"
          title="Send a test message"
          consequences={[
            `One signed message of the type webhook.test is sent to ${new URL(url).host} now.`,
            'It says nothing of your organization’s events.',
          ]}
          actionLabel="Send test"
          touches={['webhooks', 'webhook-messages']}
          onOpen={() => setSent(null)}
          decide={() => sendTestWebhook({ organizationId, webhookId: id })}
          onDone={setSent}
        />
      </Box>
      {sent && (
        <Notice tone={sent.state === WebhookMessageState.delivered ? 'good' : 'bad'} urgent>
          {sent.state === WebhookMessageState.delivered ? 'The test was delivered' : 'The test was not taken'}:{' '}
          {outcomeOf(sent)}.
        </Notice>
      )}
    </Box>
  );
}
