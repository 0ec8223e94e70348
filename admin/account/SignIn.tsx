import Button from '@mui/material/Button';
import { useState } from 'react';
import { email, PasswordInput, required, TextInput, useLogin } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import { MutationForm } from '../components/MutationForm.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { enterCode, enterPassword } from '../providers/auth.js';
import { useWantedInvitation } from '../team/useInvitation.js';
import { CodeInput } from './CodeInput.js';
import { EntrancePage } from './EntrancePage.js';
import { InvitationNotice } from './InvitationNotice.js';

/** Signs a person in and goes on to where they wanted to be. */
export function SignIn() {
  const login = useLogin();
  const { state } = useLocation();
  const invitation = useWantedInvitation();
  const [waits, setWaits] = useState(false);
  const mutation = useApiMutation(async ({ email, password }: FieldValues) => {
    const step = await enterPassword({ email: String(email), password: String(password) });
    if (step === 'code') setWaits(true);
    else await login({});
  });
  if (waits) return <EnterCode onBack={() => setWaits(false)} />;
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
      <Button component={Link} to="/login?account=sso" variant="outlined" fullWidth sx={{ mt: 3 }}>
        Single sign-on
      </Button>
    </EntrancePage>
  );
}

/** The second step of a sign-in. */
function EnterCode({ onBack }: { onBack: () => void }) {
  const login = useLogin();
  const mutation = useApiMutation(async ({ code }: FieldValues) => {
    await enterCode(String(code));
    await login({});
  });
  return (
    <EntrancePage
      title="Enter a code"
      below={
        <Button onClick={onBack} disabled={mutation.busy}>
          Back to the password
        </Button>
      }
    >
      <MutationForm mutation={mutation} tried="entrance" submit="Sign in" onDone={() => undefined}>
        <CodeInput />
      </MutationForm>
    </EntrancePage>
  );
}
