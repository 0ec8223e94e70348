import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { DecisionButton } from '../components/DecisionButton.js';
import { useDai } from '../providers/data.js';
import { type ListMembersAnswer, MemberRole } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { useSession } from '../workspace/useSession.js';
import { ROLES, rolesToGive } from './roles.js';

export type Member = ListMembersAnswer['members'][number] & { readonly id: string };

/** The possible acts on a member: another role, or removal; only an owner can change an owner. */
export function MemberActions({ member }: { member: Member }) {
  const { role } = useOrganization();
  const session = useSession();
  if (!rolesToGive(role).includes(member.role)) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: 1, justifyContent: 'flex-end' }}>
      <RoleButton member={member} />
      <RemoveButton member={member} self={session?.person.id === member.userId} />
    </Box>
  );
}

function RoleButton({ member: { userId, name, role: current } }: { member: Member }) {
  const [role, setRole] = useState(current);
  const { changeMemberRole } = useDai();
  const { organizationId, role: own } = useOrganization();
  return (
    <DecisionButton
      small
      label="Change role"
      name={`Change role of ${name}`}
      title={`Change the role of ${name}`}
      consequences={[`${name} may ${ROLES[role]}, from the next request on.`]}
      actionLabel="Change role"
      lacks={role === current ? 'Choose another role.' : null}
      touches={['members']}
      decide={() => changeMemberRole({ organizationId, userId, role })}
      done={`${name} is now ${role === MemberRole.member || role === MemberRole.reader ? 'a' : 'an'} ${role}.`}
      onOpen={() => setRole(current)}
    >
      <TextField
        select
        fullWidth
        label="Role"
        value={role}
        onChange={({ target }) => setRole(Object.values(MemberRole).find((one) => one === target.value) ?? current)}
        slotProps={{ select: { MenuProps: { disablePortal: true } } }}
      >
        {rolesToGive(own).map((one) => (
          <MenuItem key={one} value={one}>
            {one}: may {ROLES[one]}
          </MenuItem>
        ))}
      </TextField>
    </DecisionButton>
  );
}

function RemoveButton({ member: { userId, name }, self }: { member: Member; self: boolean }) {
  const { removeMember } = useDai();
  const { organization, organizationId } = useOrganization();
  return (
    <DecisionButton
      small
      grave
      label={self ? 'Leave' : 'Remove'}
      name={self ? 'Leave' : `Remove ${name}`}
      title={self ? `Leave ${organization.name}` : `Remove ${name}`}
      consequences={[
        `${self ? 'You see' : `${name} sees`} nothing of ${organization.name} any more, from the next request on.`,
        'Invitations that were sent and not accepted end.',
        'What was done stays in the audit log.',
      ]}
      actionLabel={self ? 'Leave organization' : 'Remove person'}
      touches={['members', 'session']}
      decide={() => removeMember({ organizationId, userId })}
      done={self ? `You left ${organization.name}.` : `${name} is removed.`}
    />
  );
}
