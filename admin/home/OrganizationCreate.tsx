import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { required, TextInput, useDataProvider } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { MutationForm } from '../components/MutationForm.js';
import { Section } from '../components/Page.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useIdempotencyKey } from '../components/useIdempotencyKey.js';
import { sessionKey } from '../providers/query-client.js';
import { type Organization, readSession } from '../providers/session.js';

/** Creates an organization and goes on to its first steps; its creator is its owner. */
export function OrganizationCreate({ first }: { first: boolean }) {
  const provider = useDataProvider();
  const client = useQueryClient();
  const navigate = useNavigate();
  const idempotencyKey = useIdempotencyKey();
  const mutation = useApiMutation(async ({ name, domain }: FieldValues): Promise<Organization> => {
    const data = { name, ...(domain ? { domain } : {}) };
    const answer = await provider.create<Organization>('organizations', { data, meta: { idempotencyKey } });
    // The new organization's pages open only to its members: be one before going there.
    await client.fetchQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: 0 });
    return answer.data;
  });
  return (
    <Section title={first ? 'Create your organization' : 'Create another organization'}>
      <Typography color="textSecondary" sx={{ mb: 3, maxWidth: 560 }}>
        An organization owns products, their keys and what is sent for them. You will be its first owner.
      </Typography>
      <Box sx={{ maxWidth: 480 }}>
        <MutationForm mutation={mutation} submit="Create organization" onDone={({ id }) => navigate(`/o/${id}/start`)}>
          <TextInput source="name" label="Name" helperText={false} autoComplete="organization" validate={required()} />
          <TextInput
            source="domain"
            label="Domain"
            helperText="Optional. Your own, such as example.com: events about it count as your own traffic."
            autoComplete="off"
          />
        </MutationForm>
      </Box>
    </Section>
  );
}
