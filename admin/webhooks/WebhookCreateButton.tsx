import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import { useOrganization } from '../workspace/organization.js';
import { useWebhookSecret } from './useWebhookSecret.js';
import { WebhookDialog } from './WebhookDialog.js';
import { inputOf, NEW_WEBHOOK, type WebhookValues } from './WebhookFields.js';

/** Creates a webhook, then shows its signing secret once. */
export function WebhookCreateButton() {
  const [open, setOpen] = useState(false);
  const { organizationId } = useOrganization();
  const { createWebhook } = useDai();
  const showSecret = useWebhookSecret();
  const mutation = useApiMutation(
    async (values: FieldValues): Promise<void> => {
      const { secret } = await createWebhook({ organizationId, ...inputOf(values as WebhookValues) });
      showSecret(secret, 'The signing secret of the new webhook');
    },
    ['webhooks'],
  );
  const close = () => {
    mutation.reset();
    setOpen(false);
  };
  return (
    <>
      <Button variant="contained" startIcon={<AddIcon />} onClick={() => setOpen(true)}>
        Create webhook
      </Button>
      {open && (
        <WebhookDialog
          title="Create a webhook"
          submit="Create webhook"
          record={NEW_WEBHOOK}
          mutation={mutation}
          onDone={close}
          onClose={close}
        />
      )}
    </>
  );
}
