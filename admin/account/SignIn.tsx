import { email, PasswordInput, required, TextInput, useLogin } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import { MutationForm } from '../components/MutationForm.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useWantedInvitation } from '../team/useInvitation.js';
import { EntrancePage } from './EntrancePage.js';
import { InvitationNotice } from './InvitationNotice.js';

/** Signs a person in and goes on to where they wanted to be. */
export function SignIn() {
  const login = useLogin();
  const { state } = useLocation();
  const invitation = useWantedInvitation();
  const mutation = useApiMutation(({ email, password }: FieldValues) => login({ email, password }));
  return (
    <EntrancePage
      title="Sign in"
      below={
        <>
          <Link to="/login?account=forgot">Forgot password?</Link> New here?{' '}
          <Link to="/login?account=new" state={state}>
            Create account
          </Link>
          , or look into the <Link to="/directory">directory</Link> without one.
        </>
      }
    >
      {invitation && <InvitationNotice invitation={invitation} />}
      <MutationForm mutation={mutation} tried="entrance" submit="Sign in" onDone={() => undefined}>
        <TextInput
          source="email"
          type="email"
          label="E-mail"
          helperText={false}
          autoComplete="username"
          validate={[required(), email()]}
        />
        <PasswordInput
          source="password"
          label="Password"
          helperText={false}
          autoComplete="current-password"
          validate={required()}
        />
      </MutationForm>
    </EntrancePage>
  );
}
