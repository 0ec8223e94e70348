import Button from '@mui/material/Button';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { Invitation } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';
import { rolesToGive } from './roles.js';

/** Revokes an open invitation; the person can be invited again. */
export function InvitationRevokeButton({ invitation }: { invitation: Invitation }) {
  const [open, setOpen] = useState(false);
  const provider = useDataProvider();
  const { role } = useOrganization();
  const mutation = useApiMutation(
    () => provider.delete('invitations', { id: invitation.id, previousData: invitation }),
    ['invitations'],
  );
  if (!rolesToGive(role).includes(invitation.role)) return null;
  const close = () => {
    mutation.reset();
    setOpen(false);
  };
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="error"
        aria-label={`Revoke the invitation of ${invitation.email}`}
        onClick={() => setOpen(true)}
      >
        Revoke…
      </Button>
      {open && (
        <DecisionDialog
          title="Revoke an invitation"
          consequences={[
            `${invitation.email} can't accept it any more; the link of the letter leads nowhere.`,
            'They are not told. They can be invited again.',
          ]}
          actionLabel="Revoke invitation"
          grave
          busy={mutation.busy}
          problem={mutation.problem}
          onDecide={() => void mutation.run(undefined).then(({ done }) => done && setOpen(false))}
          onClose={close}
        />
      )}
    </>
  );
}
