import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { DecisionButton } from '../components/DecisionButton.js';
import { type OrganizationSecurity, requestFactorReset, securityKey } from '../providers/security.js';
import { useOrganization } from '../workspace/organization.js';
import { useSession } from '../workspace/useSession.js';

type Member = OrganizationSecurity['members'][number];

const REASON_MAX = 300;

/** Asks for the reset of a colleague's lost factor; another admin confirms it. */
export function ResetRequestButton({ member: { userId, name, enrolled } }: { member: Member }) {
  const { organizationId } = useOrganization();
  const session = useSession();
  const [reason, setReason] = useState('');
  if (!enrolled || session?.person.id === userId) return null;
  return (
    <DecisionButton
      small
      label="Reset factor"
      name={`Reset factor of ${name}`}
      title={`Reset the second factor of ${name}`}
      consequences={[
        'Another owner or admin has to confirm it.',
        `${name} gets a letter now, and has a day to object after the confirmation.`,
        'Then the factor is taken off: all sessions end, and the password alone signs in.',
      ]}
      actionLabel="Ask for the reset"
      touches={[securityKey]}
      decide={() => requestFactorReset({ organizationId, userId, reason: reason.trim() || null })}
      done="The reset waits for another admin."
      onOpen={() => setReason('')}
      holdsInput
    >
      <TextField
        fullWidth
        label="Reason"
        helperText="For the other admin and the audit log."
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
      />
    </DecisionButton>
  );
}
