import { email, required, TextInput } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { MutationForm } from '../components/MutationForm.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { signUp } from '../providers/auth.js';
import { useWantedInvitation, wantedAddress } from '../team/useInvitation.js';
import { EntrancePage } from './EntrancePage.js';
import { InvitationNotice } from './InvitationNotice.js';
import { NewPasswordInput } from './NewPasswordInput.js';

/** Makes an account; the workspace then says what an unverified address holds back. */
export function SignUp() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const invitation = useWantedInvitation();
  const mutation = useApiMutation(({ name, email, password }: FieldValues) => signUp({ name, email, password }));
  return (
    <EntrancePage
      title="Create account"
      below={
        <>
          You have one?{' '}
          <Link to="/login" state={state}>
            Sign in
          </Link>
        </>
      }
    >
      {invitation && <InvitationNotice invitation={invitation} />}
      <MutationForm
        mutation={mutation}
        tried="entrance"
        submit="Create account"
        onDone={() => navigate(wantedAddress(state))}
      >
        <TextInput source="name" label="Your name" helperText={false} autoComplete="name" validate={required()} />
        <TextInput
          source="email"
          type="email"
          label="E-mail"
          helperText={false}
          autoComplete="username"
          validate={[required(), email()]}
        />
        <NewPasswordInput label="Password" />
      </MutationForm>
    </EntrancePage>
  );
}
