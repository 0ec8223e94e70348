import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { ListMembersAnswer } from '../providers/generated/operations.js';
import { changeMemberRole, removeMember } from '../providers/organization.js';
import { useOrganization } from '../shell/organization.js';
import { useSession } from '../shell/useSession.js';
import { ROLES, type Role, rolesToGive } from './roles.js';

type Member = ListMembersAnswer['members'][number];

/** What may be done about a member: another role, or removal; an owner is an owner's to change. */
export function MemberActions({ member }: { member: Member }) {
  const { role } = useOrganization();
  const session = useSession();
  if (!rolesToGive(role).includes(member.role)) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'flex-end' }}>
      <RoleButton member={member} />
      <RemoveButton member={member} self={session?.person.id === member.userId} />
    </Box>
  );
}

function RoleButton({ member }: { member: Member }) {
  const [open, setOpen] = useState(false);
  const [role, setRole] = useState<Role>(member.role);
  const notify = useNotify();
  const { organizationId, role: own } = useOrganization();
  const mutation = useApiMutation(() => changeMemberRole({ organizationId, userId: member.userId, role }), ['members']);
  const close = () => {
    mutation.reset();
    setOpen(false);
  };
  const run = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    setOpen(false);
    notify(`${member.name} is ${role} now`);
  };
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        aria-label={`Change role of ${member.name}`}
        onClick={() => {
          setRole(member.role);
          setOpen(true);
        }}
      >
        Change role…
      </Button>
      {open && (
        <DecisionDialog
          title={`Change the role of ${member.name}`}
          consequences={[`${member.name} may ${ROLES[role]}, from the next request on.`]}
          actionLabel="Change role"
          lacks={role === member.role ? 'Choose another role.' : null}
          busy={mutation.busy}
          problem={mutation.problem}
          onDecide={() => void run()}
          onClose={close}
        >
          <TextField
            select
            fullWidth
            label="Role"
            value={role}
            onChange={(event) => setRole(event.target.value as Role)}
            slotProps={{ select: { MenuProps: { disablePortal: true } } }}
          >
            {rolesToGive(own).map((one) => (
              <MenuItem key={one} value={one}>
                {one}: may {ROLES[one]}
              </MenuItem>
            ))}
          </TextField>
        </DecisionDialog>
      )}
    </>
  );
}

function RemoveButton({ member, self }: { member: Member; self: boolean }) {
  const [open, setOpen] = useState(false);
  const notify = useNotify();
  const { organization, organizationId } = useOrganization();
  const mutation = useApiMutation(
    () => removeMember({ organizationId, userId: member.userId }),
    ['members', 'session'],
  );
  const close = () => {
    mutation.reset();
    setOpen(false);
  };
  const run = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    setOpen(false);
    notify(self ? `You left ${organization.name}` : `${member.name} is removed`);
  };
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="error"
        aria-label={self ? 'Leave' : `Remove ${member.name}`}
        onClick={() => setOpen(true)}
      >
        {self ? 'Leave…' : 'Remove…'}
      </Button>
      {open && (
        <DecisionDialog
          title={self ? `Leave ${organization.name}` : `Remove ${member.name}`}
          consequences={[
            `${self ? 'You see' : `${member.name} sees`} nothing of ${organization.name} any more, from the next request on.`,
            'Invitations that were sent and not accepted end.',
            'What was done stays in the audit log.',
          ]}
          actionLabel={self ? 'Leave organization' : 'Remove person'}
          grave
          busy={mutation.busy}
          problem={mutation.problem}
          onDecide={() => void run()}
          onClose={close}
        />
      )}
    </>
  );
}
