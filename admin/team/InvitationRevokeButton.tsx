import { DecisionButton } from '../components/DecisionButton.js';
import { useNow } from '../components/useNow.js';
import { useDai } from '../providers/data.js';
import type { Invitation } from '../providers/generated/operations.js';
import { useOrganization } from '../workspace/organization.js';
import { rolesToGive } from './roles.js';
import { stateOf } from './states.js';

/** Revokes an open invitation; the person can be invited again. */
export function InvitationRevokeButton({ invitation }: { invitation: Invitation }) {
  const { id: invitationId, organizationId, email } = invitation;
  const { revokeInvitation } = useDai();
  const { role } = useOrganization();
  const isOpen = stateOf(invitation, useNow()) === 'open';
  if (!isOpen || !rolesToGive(role).includes(invitation.role)) return null;
  return (
    <DecisionButton
      small
      grave
      label="Revoke"
      name={`Revoke the invitation of ${email}`}
      title="Revoke an invitation"
      consequences={[
        `${email} can't accept it any more; the link of the letter leads nowhere.`,
        'They are not told. They can be invited again.',
      ]}
      actionLabel="Revoke invitation"
      touches={['invitations']}
      decide={() => revokeInvitation({ organizationId, invitationId })}
      done="The invitation is revoked."
    />
  );
}
