import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { PasswordInput, required } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { MutationForm } from '../components/MutationForm.js';
import { Notice } from '../components/Notice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { enterCode, enterPassword, finishSignIn, verificationLink } from '../providers/auth.js';
import { CodeInput } from './CodeInput.js';
import { EntrancePage } from './EntrancePage.js';

interface VerifyAddressProps {
  readonly email: string;
  readonly token: string;
  readonly next: string | null;
}

/** Asks for the password of the account whose address is to be verified, then follows the letter's link with its session. */
export function VerifyAddress({ email, token, next }: VerifyAddressProps) {
  const [waits, setWaits] = useState(false);
  const mutation = useApiMutation(async ({ password, code }: FieldValues) => {
    const step = waits ? await enterCode(String(code)) : await enterPassword({ email, password: String(password) });
    if (step === 'code') return 'code';
    await finishSignIn();
    return 'in';
  });
  return (
    <EntrancePage
      title="Verify your address"
      below={
        <>
          You don't know the password? <Link to="/login?account=forgot">Reset it</Link>: that verifies the address too.
        </>
      }
    >
      <MutationForm
        mutation={mutation}
        tried="entrance"
        submit="Verify address"
        onDone={(step) => (step === 'code' ? setWaits(true) : window.location.assign(verificationLink(token, next)))}
      >
        <Typography sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          Sign in as <strong>{email}</strong>. If you didn't make this account, leave it: nothing is verified then.
        </Typography>
        {waits ? (
          <CodeInput />
        ) : (
          <PasswordInput
            source="password"
            label="Password"
            helperText={false}
            autoComplete="current-password"
            validate={required()}
          />
        )}
      </MutationForm>
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
