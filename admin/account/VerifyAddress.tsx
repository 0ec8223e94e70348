import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { PasswordInput, required } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { MutationForm } from '../components/MutationForm.js';
import { Notice } from '../components/Notice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { enterPassword, finishSignIn, verificationLink } from '../providers/auth.js';
import type { FactorKind } from '../providers/request.js';
import { EntrancePage } from './EntrancePage.js';
import { FactorStep } from './FactorStep.js';
import { HiddenUserName } from './HiddenUserName.js';

interface VerifyAddressProps {
  readonly email: string;
  readonly token: string;
  readonly next: string | null;
}

/** Asks for the password of the account whose address is to be verified, then follows the letter's link with its session. */
export function VerifyAddress({ email, token, next }: VerifyAddressProps) {
  const [waits, setWaits] = useState<readonly FactorKind[] | null>(null);
  const mutation = useApiMutation(({ password }: FieldValues) => enterPassword({ email, password: String(password) }));
  const follow = () => void finishSignIn().then(() => window.location.assign(verificationLink(token, next)));
  return (
    <EntrancePage
      title="Verify your address"
      below={
        <>
          You don't know the password? <Link to="/login?account=forgot">Reset it</Link>: that verifies the address too.
        </>
      }
    >
      <Typography sx={{ mb: 4, overflowWrap: 'anywhere' }}>
        Sign in as <strong>{email}</strong>. If you didn't make this account, leave it: nothing is verified then.
      </Typography>
      {waits ? (
        <FactorStep factors={waits} submit="Verify address" onDone={follow} />
      ) : (
        <MutationForm
          mutation={mutation}
          tried="entrance"
          submit="Verify address"
          onDone={(step) => (step === 'in' ? follow() : setWaits(step))}
        >
          <HiddenUserName email={email} />
          <PasswordInput
            source="password"
            label="Password"
            helperText={false}
            autoComplete="current-password"
            validate={required()}
          />
        </MutationForm>
      )}
    </EntrancePage>
  );
}

/** The page behind a link that has expired or was damaged on its way. */
export function ExpiredLink() {
  return (
    <EntrancePage title="This link doesn't work any more" below={<Link to="/login">Sign in</Link>}>
      <Notice tone="caution">Sign in, and send the link again from the top of the page.</Notice>
    </EntrancePage>
  );
}
