import { useState } from 'react';
import { email, PasswordInput, required, TextInput } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { HiddenUserName } from '../account/HiddenUserName.js';
import { NewPasswordInput } from '../account/NewPasswordInput.js';
import { DoneNotice } from '../components/DoneNotice.js';
import { MutationForm } from '../components/MutationForm.js';
import { Notice } from '../components/Notice.js';
import { Page, Section } from '../components/Page.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { Waiting } from '../components/Waiting.js';
import { changePassword, requestEmailChange, updateProfile } from '../providers/account.js';
import type { Person } from '../providers/generated/operations.js';
import { useSession } from '../workspace/useSession.js';
import { CloseAccount } from './CloseAccount.js';
import { ConnectedProviders } from './ConnectedProviders.js';
import { NewAddress } from './NewAddress.js';
import { SecondFactor } from './SecondFactor.js';
import { SessionList } from './SessionList.js';

const NARROW = { maxWidth: 480 };

/** A person's settings of their own account. */
export function ProfilePage() {
  const session = useSession();
  return (
    <Page title="Profile" summary="Your name, how you sign in, and where you are signed in.">
      <NewAddress />
      {session ? <Profile key={session.person.email} person={session.person} /> : <Waiting what="profile" />}
    </Page>
  );
}

function Profile({ person }: { person: Person }) {
  return (
    <>
      <Section title="Name">
        <NameForm person={person} />
      </Section>
      <Section title="E-mail address">
        <AddressForm person={person} />
      </Section>
      <Section title="Password">
        <PasswordForm />
      </Section>
      <Section title="Second factor">
        <SecondFactor />
      </Section>
      <Section title="Single sign-on">
        <ConnectedProviders />
      </Section>
      <SessionList />
      <Section title="Close account">
        <CloseAccount />
      </Section>
    </>
  );
}

function NameForm({ person }: { person: Person }) {
  const [saved, setSaved] = useState(false);
  const mutation = useApiMutation(({ name }: FieldValues) => updateProfile(String(name)));
  return (
    <div style={NARROW}>
      <MutationForm
        mutation={mutation}
        submit="Save"
        guarded
        record={{ name: person.name }}
        onDone={() => setSaved(true)}
      >
        <TextInput
          source="name"
          label="Name"
          helperText="Colleagues and reviewers see it."
          autoComplete="name"
          validate={required()}
        />
      </MutationForm>
      {saved && (
        <Notice tone="good" urgent>
          Your name is saved.
        </Notice>
      )}
    </div>
  );
}

function AddressForm({ person }: { person: Person }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const mutation = useApiMutation(async ({ newEmail, currentPassword }: FieldValues) => {
    await requestEmailChange(String(newEmail), String(currentPassword));
    return String(newEmail);
  });
  return (
    <div style={NARROW}>
      <p>
        You sign in with <strong>{person.email}</strong>
        {person.emailVerified ? '.' : ', which is not verified yet.'}
      </p>
      {sentTo === null ? (
        <MutationForm mutation={mutation} submit="Send link" primary={false} onDone={setSentTo}>
          <TextInput
            source="newEmail"
            type="email"
            label="New address"
            helperText="A link is sent to it, and a letter to your present address. Nothing changes before you open the link."
            autoComplete="off"
            validate={[required(), email()]}
          />
          <HiddenUserName />
          <PasswordInput
            source="currentPassword"
            label="Current password"
            helperText={false}
            autoComplete="current-password"
            validate={required()}
          />
        </MutationForm>
      ) : (
        <DoneNotice>{`A link was sent to ${sentTo}. Open it within an hour, in this browser.`}</DoneNotice>
      )}
    </div>
  );
}

function PasswordForm() {
  const [changed, setChanged] = useState(false);
  const mutation = useApiMutation(({ currentPassword, password }: FieldValues) =>
    changePassword(String(currentPassword), String(password)),
  );
  if (changed) return <DoneNotice>Your password is changed, and all other sessions have ended.</DoneNotice>;
  return (
    <div style={NARROW}>
      <MutationForm mutation={mutation} submit="Change password" primary={false} onDone={() => setChanged(true)}>
        <HiddenUserName />
        <PasswordInput
          source="currentPassword"
          label="Current password"
          helperText={false}
          autoComplete="current-password"
          validate={required()}
        />
        <NewPasswordInput label="New password" />
      </MutationForm>
    </div>
  );
}
