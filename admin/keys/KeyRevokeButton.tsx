import Button from '@mui/material/Button';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { TrackingKey } from '../providers/generated/operations.js';

/** Revokes a key: at once, for good, and only after it was said what stops. */
export function KeyRevokeButton({ trackingKey }: { trackingKey: TrackingKey }) {
  const [open, setOpen] = useState(false);
  const provider = useDataProvider();
  const mutation = useApiMutation(
    () => provider.delete('tracking-keys', { id: trackingKey.id, previousData: trackingKey }),
    ['tracking-keys', 'products'],
  );
  const close = () => {
    mutation.reset();
    setOpen(false);
  };
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (outcome.done) setOpen(false);
  };
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="error"
        aria-label={`Revoke ${trackingKey.name}`}
        onClick={() => setOpen(true)}
      >
        Revoke…
      </Button>
      {open && (
        <DecisionDialog
          title={`Revoke the key “${trackingKey.name}” (${trackingKey.hint})`}
          consequences={[
            'It stops working at once, on every server that uses it.',
            'Events sent with it are answered 401 and are not stored.',
            'Events that are stored already stay.',
            'It can’t be undone: create another key and roll it out first if this one is in use.',
          ]}
          actionLabel="Revoke key"
          grave
          busy={mutation.busy}
          problem={mutation.problem}
          onDecide={() => void decide()}
          onClose={close}
        />
      )}
    </>
  );
}
