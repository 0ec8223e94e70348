import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { DecisionButton } from '../components/DecisionButton.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import { type Webhook, WebhookState } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { useWebhookSecret } from './useWebhookSecret.js';
import { WebhookDialog } from './WebhookDialog.js';
import { inputOf, type WebhookValues } from './WebhookFields.js';

const TOUCHED = ['webhooks', 'webhook-messages'];

/** An admin's acts on a webhook; each says what will happen before it does. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [editing, setEditing] = useState(false);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <Button variant="outlined" onClick={() => setEditing(true)}>
        Edit
      </Button>
      <RotateButton webhook={webhook} />
      <SwitchButton webhook={webhook} />
      <DeleteButton webhook={webhook} />
      {editing && <EditDialog webhook={webhook} onClose={() => setEditing(false)} />}
    </Box>
  );
}

interface EditProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

function EditDialog({ webhook, onClose }: EditProps) {
  const notify = useNotify();
  const { organizationId, id, url, accountFirstEvent, trackingKeyUnused, refusedPercent } = webhook;
  const { updateWebhook } = useDai();
  const mutation = useApiMutation(
    (values: FieldValues) => updateWebhook({ organizationId, webhookId: id, ...inputOf(values as WebhookValues) }),
    TOUCHED,
  );
  const record = {
    url,
    accountFirstEvent,
    trackingKeyUnused,
    refusedShare: refusedPercent !== null,
    refusedPercent: refusedPercent ?? 10,
  };
  return (
    <WebhookDialog
      title="Edit the webhook"
      submit="Save"
      record={record}
      mutation={mutation}
      onDone={() => {
        notify('The webhook is saved.');
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function RotateButton({ webhook: { organizationId, id } }: { webhook: Webhook }) {
  const { rotateWebhookSecret } = useDai();
  const showSecret = useWebhookSecret();
  return (
    <DecisionButton
      label="Rotate secret"
      title="Rotate the signing secret"
      consequences={[
        'A new secret is shown once.',
        'Messages are signed with both secrets for 24 hours, then with the new one alone.',
      ]}
      actionLabel="Rotate secret"
      touches={TOUCHED}
      decide={async (): Promise<void> => {
        const { secret } = await rotateWebhookSecret({ organizationId, webhookId: id });
        showSecret(secret, 'The new signing secret');
      }}
      done="The secret is rotated."
    />
  );
}

function SwitchButton({ webhook: { organizationId, id, state } }: { webhook: Webhook }) {
  const { updateWebhook } = useDai();
  const on = state === WebhookState.disabled;
  return (
    <DecisionButton
      label={on ? 'Switch on' : 'Switch off'}
      title={on ? 'Switch the webhook on' : 'Switch the webhook off'}
      consequences={
        on
          ? ['What happens from now on is sent.', 'What happened meanwhile is not.']
          : ['Nothing more is sent to it.', 'Messages that wait are given up.']
      }
      actionLabel={on ? 'Switch on' : 'Switch off'}
      touches={TOUCHED}
      decide={() => updateWebhook({ organizationId, webhookId: id, enabled: on })}
      done={on ? 'The webhook is on.' : 'The webhook is off.'}
    />
  );
}

function DeleteButton({ webhook: { organizationId, id, url } }: { webhook: Webhook }) {
  const { deleteWebhook } = useDai();
  const { to } = useOrganization();
  return (
    <DecisionButton
      grave
      label="Delete"
      title={`Delete the webhook to ${new URL(url).host}`}
      consequences={['Nothing more is sent to it.', 'Its secret and its deliveries are deleted, for good.']}
      actionLabel="Delete webhook"
      touches={TOUCHED}
      decide={() => deleteWebhook({ organizationId, webhookId: id })}
      done="The webhook is deleted."
      leadsTo={to('/settings/webhooks')}
    />
  );
}
