import Button from '@mui/material/Button';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { WorkflowToken } from '../providers/generated/operations.js';

/** Revokes a token: at once, for good, and only after it was said what stops. */
export function TokenRevokeButton({ token }: { token: WorkflowToken }) {
  const [open, setOpen] = useState(false);
  const provider = useDataProvider();
  const mutation = useApiMutation(
    () => provider.delete('workflow-tokens', { id: token.id, previousData: token }),
    ['workflow-tokens'],
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
        aria-label={`Revoke ${token.name}`}
        onClick={() => setOpen(true)}
      >
        Revoke…
      </Button>
      {open && (
        <DecisionDialog
          title={`Revoke the token “${token.name}” (${token.hint})`}
          consequences={[
            'It stops working at once, wherever an agent uses it; its next request is answered 401.',
            `What it was allowed stops with it: ${token.scopes.join(', ')}.`,
            'Drafts, skills and projects that it made stay, and so do your approvals.',
            'It can’t be undone: create another token and give it to the agent first if this one is in use.',
          ]}
          actionLabel="Revoke token"
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
