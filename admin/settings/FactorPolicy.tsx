import Box from '@mui/material/Box';
import { useState } from 'react';
import { NumberInput, SelectInput } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { MutationForm } from '../components/MutationForm.js';
import { Notice } from '../components/Notice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { SecondFactorEnforcement } from '../providers/generated/operations.js';
import { type OrganizationSecurity, securityKey, setSecondFactorPolicy } from '../providers/security.js';
import { useOrganization } from '../workspace/organization.js';

type Policy = OrganizationSecurity['policy'];

const LABELS: Record<Policy['enforcedFor'], string> = {
  no_one: 'no one',
  admins: 'owners and admins',
  everyone: 'everyone',
};
const CHOICES = Object.values(SecondFactorEnforcement).map((id) => ({ id, name: LABELS[id] }));

/** The requirement of a second factor, which an owner changes. */
export function FactorPolicy({ policy }: { policy: Policy }) {
  const { role } = useOrganization();
  return (
    <Box sx={{ maxWidth: 560, display: 'grid', gap: 3 }}>
      <p>
        A passkey, or the code of an authenticator app after the password. A password that someone else learns opens
        nothing then. A sign-in through your single sign-on counts too, where your provider reports several factors.
      </p>
      {role === 'owner' ? (
        <PolicyForm policy={policy} />
      ) : (
        <p>
          Required of <strong>{LABELS[policy.enforcedFor]}</strong>. An owner can change it.
        </p>
      )}
      <p>
        Workflow tokens and keys that were created before keep working. Revoke them on their own pages where they are no
        longer needed.
      </p>
    </Box>
  );
}

function PolicyForm({ policy: { enforcedFor, graceDays } }: { policy: Policy }) {
  const { organizationId } = useOrganization();
  const [saved, setSaved] = useState(false);
  const mutation = useApiMutation(
    (values: FieldValues) =>
      setSecondFactorPolicy({ organizationId, enforcedFor: values.enforcedFor, graceDays: Number(values.graceDays) }),
    [securityKey, 'session'],
  );
  return (
    <>
      <MutationForm
        mutation={mutation}
        submit="Save"
        guarded
        record={{ enforcedFor, graceDays }}
        onDone={() => setSaved(true)}
      >
        <SelectInput
          source="enforcedFor"
          label="Required of"
          choices={CHOICES}
          helperText="People who have none get a letter now, and are asked to set one up when the days are over."
        />
        <NumberInput
          source="graceDays"
          label="Days to set one up"
          min={0}
          max={90}
          helperText="0 to 90, counted from today, or from the day on which a person joins. Until then everything stays open."
        />
      </MutationForm>
      {saved && (
        <Notice tone="good" urgent>
          The requirement is saved.
        </Notice>
      )}
    </>
  );
}
