import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import { type Webhook, WebhookState } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { useWebhookSecret } from './useWebhookSecret.js';
import { WebhookDialog } from './WebhookDialog.js';
import { inputOf, type WebhookValues } from './WebhookFields.js';

type Act = 'edit' | 'rotate' | 'switch' | 'delete';

const TOUCHED = ['webhooks', 'webhook-messages'];

/** What an admin can do with a webhook; each act says what will happen before it does. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<Act | null>(null);
  const close = () => setOpen(null);
  const off = webhook.state === WebhookState.disabled;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <Button variant="outlined" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Button variant="outlined" onClick={() => setOpen('rotate')}>
        Rotate secret…
      </Button>
      <Button variant="outlined" onClick={() => setOpen('switch')}>
        {off ? 'Switch on…' : 'Switch off…'}
      </Button>
      <Button variant="outlined" color="error" onClick={() => setOpen('delete')}>
        Delete…
      </Button>
      {open === 'edit' && <EditDialog webhook={webhook} onClose={close} />}
      {open === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
      {open === 'switch' && <SwitchDialog webhook={webhook} on={off} onClose={close} />}
      {open === 'delete' && <DeleteDialog webhook={webhook} onClose={close} />}
    </Box>
  );
}

interface ActProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

function EditDialog({ webhook, onClose }: ActProps) {
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
      onDone={onClose}
      onClose={onClose}
    />
  );
}

function RotateDialog({ webhook: { organizationId, id }, onClose }: ActProps) {
  const { rotateWebhookSecret } = useDai();
  const showSecret = useWebhookSecret();
  const mutation = useApiMutation(async (): Promise<void> => {
    const { secret } = await rotateWebhookSecret({ organizationId, webhookId: id });
    showSecret(secret, 'The new signing secret');
  }, TOUCHED);
  const decide = async () => {
    if ((await mutation.run(undefined)).done) onClose();
  };
  return (
    <DecisionDialog
      title="Rotate the signing secret"
      consequences={[
        'A new secret is shown once.',
        'Messages are signed with both secrets for 24 hours, then with the new one alone.',
      ]}
      actionLabel="Rotate secret"
      busy={mutation.busy}
      problem={mutation.problem}
      onDecide={() => void decide()}
      onClose={onClose}
    />
  );
}

function SwitchDialog({ webhook: { organizationId, id }, on, onClose }: ActProps & { on: boolean }) {
  const { updateWebhook } = useDai();
  const mutation = useApiMutation(() => updateWebhook({ organizationId, webhookId: id, enabled: on }), TOUCHED);
  const decide = async () => {
    if ((await mutation.run(undefined)).done) onClose();
  };
  return (
    <DecisionDialog
      title={on ? 'Switch the webhook on' : 'Switch the webhook off'}
      consequences={
        on
          ? ['What happens from now on is sent.', 'What happened meanwhile is not.']
          : ['Nothing more is sent to it.', 'Messages that wait are given up.']
      }
      actionLabel={on ? 'Switch on' : 'Switch off'}
      busy={mutation.busy}
      problem={mutation.problem}
      onDecide={() => void decide()}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ webhook: { organizationId, id, url }, onClose }: ActProps) {
  const { deleteWebhook } = useDai();
  const { to } = useOrganization();
  const navigate = useNavigate();
  const mutation = useApiMutation(() => deleteWebhook({ organizationId, webhookId: id }), ['webhook-messages']);
  const decide = async () => {
    if ((await mutation.run(undefined)).done) navigate(to('/settings/webhooks'));
  };
  return (
    <DecisionDialog
      title={`Delete the webhook to ${new URL(url).host}`}
      consequences={['Nothing more is sent to it.', 'Its secret and its deliveries are deleted, for good.']}
      actionLabel="Delete webhook"
      grave
      busy={mutation.busy}
      problem={mutation.problem}
      onDecide={() => void decide()}
      onClose={onClose}
    />
  );
}
