import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { email, required, SelectInput, TextInput, useNotify } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { MutationForm } from '../components/MutationForm.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import { useOrganization } from '../workspace/organization.js';
import { useAct } from '../workspace/useAct.js';
import { ROLES, rolesToGive } from './roles.js';

/** Invites a person by e-mail; ownership is an owner's to give. */
export function InviteButton() {
  const [open, setOpen] = useState(false);
  const [proposed, setProposed] = useState('');
  const titleId = useId();
  const { inviteMember } = useDai();
  const notify = useNotify();
  const { organization, organizationId, role } = useOrganization();
  const mutation = useApiMutation(
    ({ email, role }: FieldValues) => inviteMember({ organizationId, email, role }),
    ['invitations'],
  );
  useAct('invite', (address) => {
    setProposed(address);
    setOpen(true);
  });
  const close = () => {
    mutation.reset();
    setProposed('');
    setOpen(false);
  };
  return (
    <>
      <Button variant="contained" startIcon={<AddIcon />} onClick={() => setOpen(true)}>
        Invite person
      </Button>
      {open && (
        <Dialog open onClose={mutation.busy ? undefined : close} aria-labelledby={titleId} maxWidth="xs" fullWidth>
          <DialogTitle id={titleId}>Invite person to {organization.name}</DialogTitle>
          <DialogContent>
            <MutationForm
              mutation={mutation}
              submit="Send invitation"
              record={{ role: 'member', email: proposed }}
              onDone={(invitation) => {
                notify(`A letter is on its way to ${invitation.email}.`);
                close();
              }}
              beside={
                <Button variant="outlined" onClick={close} disabled={mutation.busy}>
                  Cancel
                </Button>
              }
            >
              <TextInput
                source="email"
                type="email"
                label="E-mail"
                helperText="A letter with a link is sent to it. Only the person who verifies this address can accept, within 7 days."
                autoComplete="off"
                autoFocus
                validate={[required(), email()]}
              />
              <SelectInput
                source="role"
                label="Role"
                choices={rolesToGive(role).map((id) => ({ id, name: `${id}: may ${ROLES[id]}` }))}
                validate={required()}
                helperText={false}
              />
            </MutationForm>
          </DialogContent>
        </Dialog>
      )}
    </>
  );
}
