import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PasswordInput, required, TextInput } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Code } from '../components/Code.js';
import { DecisionButton } from '../components/DecisionButton.js';
import { Fact, Facts } from '../components/Facts.js';
import { MutationForm } from '../components/MutationForm.js';
import { Notice } from '../components/Notice.js';
import { Page, Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { useApiMutation } from '../components/useApiMutation.js';
import {
  listOwners,
  readSingleSignOn,
  removeSingleSignOn,
  requireSingleSignOn,
  type SingleSignOn,
  saveSingleSignOn,
  singleSignOnKey,
} from '../providers/single-sign-on.js';
import { useOrganization } from '../workspace/organization.js';

const NARROW = { maxWidth: 560, display: 'grid', gap: 3 };

/** The provider through which the people of the organization's domain sign in; for its owners. */
export function SingleSignOnSettings() {
  const { organization, organizationId } = useOrganization();
  const settings = useQuery({
    queryKey: [...singleSignOnKey, organizationId],
    queryFn: () => readSingleSignOn(organizationId),
  });
  return (
    <Page
      title="Single sign-on"
      where={organization.name}
      summary="The people of your domain sign in through your own identity provider (OpenID Connect)."
    >
      <QueryState query={settings} what="settings">
        {(found) => <Settings settings={found} />}
      </QueryState>
    </Page>
  );
}

function Settings({ settings }: { settings: SingleSignOn }) {
  const { to } = useOrganization();
  const { domain, domainVerified, callbackUrl, provider } = settings;
  if (!domain || !domainVerified)
    return (
      <Notice tone="info">
        Single sign-on is for the people of your own domain. Set and verify it under{' '}
        <a href={`#${to('/settings')}`}>Organization</a> first.
      </Notice>
    );
  return (
    <>
      <Section title="Provider">
        <Box sx={NARROW}>
          <Typography>
            Register this redirect address at your provider, and enter its issuer and client here:
          </Typography>
          <Code text={callbackUrl} what="redirect address" wrap />
          <ProviderForm key={provider?.updatedAt ?? 'new'} settings={settings} />
        </Box>
      </Section>
      {provider && (
        <>
          <Section title="State">
            <Facts>
              <Fact label="Signs in">people with an address of {domain}</Fact>
              <Fact label="Last sign-in">{provider.usedAt ? <TimeAgo at={provider.usedAt} /> : 'none yet'}</Fact>
            </Facts>
          </Section>
          <Section title="Passwords">
            <Passwords settings={settings} provider={provider} />
          </Section>
          <Section title="Remove">
            <Remove />
          </Section>
        </>
      )}
    </>
  );
}

function ProviderForm({ settings: { provider } }: { settings: SingleSignOn }) {
  const { organizationId } = useOrganization();
  const [saved, setSaved] = useState(false);
  const mutation = useApiMutation(
    ({ issuer, clientId, clientSecret }: FieldValues) =>
      saveSingleSignOn({
        organizationId,
        issuer: String(issuer).trim(),
        clientId: String(clientId).trim(),
        clientSecret: clientSecret ? String(clientSecret) : null,
      }),
    singleSignOnKey,
  );
  return (
    <>
      <MutationForm
        mutation={mutation}
        submit={provider ? 'Save' : 'Set up'}
        guarded
        record={{ issuer: provider?.issuer ?? '', clientId: provider?.clientId ?? '' }}
        onDone={() => setSaved(true)}
      >
        <TextInput
          source="issuer"
          label="Issuer"
          helperText="Exactly as your provider writes it, such as https://login.example.com. It is asked before it is saved."
          autoComplete="off"
          validate={required()}
        />
        <TextInput source="clientId" label="Client ID" helperText={false} autoComplete="off" validate={required()} />
        <PasswordInput
          source="clientSecret"
          label="Client secret"
          helperText={provider ? 'Leave it empty to keep the stored one.' : 'It is stored sealed and never shown.'}
          autoComplete="off"
          validate={provider ? [] : required()}
        />
      </MutationForm>
      {saved && (
        <Notice tone="good" urgent>
          The provider is saved. Sign out and try it at “Single sign-on”.
        </Notice>
      )}
    </>
  );
}

function Passwords({
  settings: { domain },
  provider,
}: {
  settings: SingleSignOn;
  provider: NonNullable<SingleSignOn['provider']>;
}) {
  const { organizationId } = useOrganization();
  const owners = useQuery({ queryKey: ['owners', organizationId], queryFn: () => listOwners(organizationId) });
  const [chosen, setChosen] = useState('');
  const wayBack = owners.data?.find(({ userId }) => userId === provider.passwordOwnerId);
  const owner = owners.data?.find(({ userId }) => userId === chosen);
  const decide = (passwordOwnerId: string | null) => () => requireSingleSignOn({ organizationId, passwordOwnerId });
  if (provider.passwordOwnerId)
    return (
      <Box sx={{ ...NARROW, justifyItems: 'start' }}>
        <p>
          People of {domain} sign in by single sign-on alone. The way back is the password of{' '}
          <strong>{wayBack?.email ?? 'an owner'}</strong>.
        </p>
        <DecisionButton
          label="Open passwords again"
          title="Open passwords again"
          consequences={['Everyone with a password can sign in with it again.']}
          actionLabel="Open passwords"
          decide={decide(null)}
          touches={singleSignOnKey}
          done="Passwords sign in again"
        />
      </Box>
    );
  if (!provider.signedInCaller)
    return (
      <Notice tone="info">
        Passwords sign in too. To close them, sign in by single sign-on once yourself: then it is known to work.
      </Notice>
    );
  return (
    <Box sx={{ ...NARROW, justifyItems: 'start' }}>
      <p>Passwords sign in too. You can have the people of {domain} sign in by single sign-on alone.</p>
      <DecisionButton
        label="Close passwords"
        title="Single sign-on alone"
        consequences={[
          `People with an address of ${domain} no longer sign in with a password.`,
          'Their sessions that were not opened by single sign-on end, all but yours.',
          'One owner keeps their password, for the day on which the provider is away.',
        ]}
        actionLabel="Close passwords"
        decide={decide(chosen)}
        touches={singleSignOnKey}
        done="Passwords are closed"
        lacks={owner ? null : 'Choose the owner who keeps their password.'}
        holdsInput
      >
        <TextField
          select
          fullWidth
          label="Keeps their password"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          {(owners.data ?? []).map(({ userId, name, email }) => (
            <MenuItem key={userId} value={userId}>
              {name} · {email}
            </MenuItem>
          ))}
        </TextField>
      </DecisionButton>
    </Box>
  );
}

function Remove() {
  const { organizationId } = useOrganization();
  return (
    <DecisionButton
      label="Remove provider"
      title="Remove the provider"
      consequences={[
        'No one signs in through it any more, and sessions that it opened end, all but yours.',
        'People without a password get one by “Forgot password?”.',
      ]}
      actionLabel="Remove"
      decide={() => removeSingleSignOn(organizationId)}
      touches={singleSignOnKey}
      done="The provider is removed"
      grave
    />
  );
}
