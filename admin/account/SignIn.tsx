import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useState } from 'react';
import { email, PasswordInput, required, TextInput, useLogin } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import { MutationForm } from '../components/MutationForm.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { enterPassword, signInByPasskey } from '../providers/auth.js';
import { dropQuestion, fillsInPasskeys, takesPasskeys } from '../providers/passkeys.js';
import type { FactorKind } from '../providers/request.js';
import { useWantedInvitation } from '../team/useInvitation.js';
import { EntrancePage } from './EntrancePage.js';
import { FactorStep, PasskeyButton } from './FactorStep.js';
import { InvitationNotice } from './InvitationNotice.js';

/** Signs a person in and goes on to where they wanted to be. */
export function SignIn() {
  const login = useLogin();
  const { state } = useLocation();
  const invitation = useWantedInvitation();
  const [waits, setWaits] = useState<readonly FactorKind[] | null>(null);
  const goOn = () => void login({});
  usePasskeysOfField(waits === null, goOn);
  const mutation = useApiMutation(async ({ email, password }: FieldValues) => {
    const step = await enterPassword({ email: String(email), password: String(password) });
    if (step === 'in') await login({});
    else setWaits(step);
  });
  if (waits)
    return (
      <EntrancePage
        title={waits.includes('app') ? 'Enter a code' : 'Second step'}
        below={<Button onClick={() => setWaits(null)}>Back to the password</Button>}
      >
        <FactorStep factors={waits} onDone={goOn} />
      </EntrancePage>
    );
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
          autoComplete="username webauthn"
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
      <Box sx={{ display: 'grid', gap: 2, mt: 3 }}>
        {takesPasskeys() && <PasskeyButton purpose="sign_in" onDone={goOn} />}
        <Button component={Link} to="/login?account=sso" variant="outlined" fullWidth>
          Single sign-on
        </Button>
      </Box>
    </EntrancePage>
  );
}

/** Renewed before its challenge ends, while the page stays open. */
const OFFER_MS = 4 * 60 * 1000;

/** Has the browser offer passkeys in the field of the address: one that is chosen there signs in. */
function usePasskeysOfField(offers: boolean, onDone: () => void): void {
  const done = useEffectEvent(onDone);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!offers) return;
    let isHere = true;
    const offer = async () => {
      if (!(await fillsInPasskeys()) || !isHere) return;
      await signInByPasskey('sign_in', 'conditional');
      if (isHere) done();
    };
    // An offer that ends without a passkey says nothing: the form and the button are there.
    offer().catch(() => undefined);
    const renewal = setTimeout(() => setRound(round + 1), OFFER_MS);
    return () => {
      isHere = false;
      clearTimeout(renewal);
      dropQuestion();
    };
  }, [offers, round]);
}
