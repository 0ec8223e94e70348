import Box from '@mui/material/Box';
import { useState } from 'react';
import { required, TextInput } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Fact, Facts } from '../components/Facts.js';
import { MutationForm } from '../components/MutationForm.js';
import { Notice } from '../components/Notice.js';
import { Page, Section } from '../components/Page.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { updateOrganization } from '../providers/organization.js';
import { useOrganization } from '../workspace/organization.js';
import { useMayChange } from '../workspace/useMayChange.js';
import { DomainVerification } from './DomainVerification.js';

/** The organization's name, and the domain that it has to show to be its own. */
export function OrganizationSettings() {
  const { organization } = useOrganization();
  const mayChange = useMayChange();
  return (
    <Page
      title="Organization"
      where={organization.name}
      summary="How the organization is named, and which domain is its own."
    >
      <Box sx={{ mb: 8 }}>{mayChange ? <OrganizationForm /> : <OrganizationFacts />}</Box>
      {organization.domain && (
        <Section title="Domain">
          <DomainVerification key={organization.domain} />
        </Section>
      )}
    </Page>
  );
}

function OrganizationFacts() {
  const { organization } = useOrganization();
  return (
    <Facts>
      <Fact label="Name">{organization.name}</Fact>
      <Fact label="Domain">{organization.domain ?? 'none yet'}</Fact>
    </Facts>
  );
}

function OrganizationForm() {
  const { organization, organizationId } = useOrganization();
  const [saved, setSaved] = useState(false);
  const mutation = useApiMutation(({ name, domain }: FieldValues) =>
    updateOrganization({ organizationId, name: String(name), domain: domain ? String(domain) : null }),
  );
  return (
    <Box sx={{ maxWidth: 480, display: 'grid', gap: 3 }}>
      <MutationForm
        mutation={mutation}
        submit="Save"
        guarded
        record={{ name: organization.name, domain: organization.domain ?? '' }}
        onDone={() => setSaved(true)}
      >
        <TextInput source="name" label="Name" helperText={false} autoComplete="organization" validate={required()} />
        <TextInput
          source="domain"
          label="Domain"
          helperText="Your own, such as example.com: events of your own people are kept out of every count. Another domain has to be verified again."
          autoComplete="off"
        />
      </MutationForm>
      {saved && (
        <Notice tone="good" urgent>
          The organization is saved.
        </Notice>
      )}
    </Box>
  );
}
