import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { MutationForm } from '../components/MutationForm.js';
import { ProblemNotice } from '../components/ProblemNotice.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { enterCode, signInByPasskey } from '../providers/auth.js';
import { takesPasskeys } from '../providers/passkeys.js';
import type { FactorKind } from '../providers/request.js';
import { CodeInput } from './CodeInput.js';

interface FactorStepProps {
  /** The factors of the account; a recovery code always completes the sign-in too. */
  readonly factors: readonly FactorKind[];
  readonly onDone: () => void;
  readonly beside?: ReactNode;
  /** The act that the code completes. */
  readonly submit?: string;
}

/** The second step of a sign-in: a passkey, or a code. */
export function FactorStep({ factors, onDone, beside, submit = 'Sign in' }: FactorStepProps) {
  const hasApp = factors.includes('app');
  const hasPasskey = factors.includes('passkey') && takesPasskeys();
  const code = useApiMutation((values: FieldValues) => enterCode(String(values.code)));
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {hasPasskey && <PasskeyButton purpose="second_factor" onDone={onDone} primary />}
      <MutationForm
        mutation={code}
        tried="entrance"
        submit={submit}
        primary={!hasPasskey}
        beside={beside}
        onDone={onDone}
      >
        <CodeInput
          label={hasApp ? 'Code' : 'Recovery code'}
          helper={hasApp ? undefined : 'One of the codes that you stored when you added the passkey.'}
          focus={!hasPasskey}
        />
      </MutationForm>
    </Box>
  );
}

interface PasskeyButtonProps {
  readonly purpose: 'sign_in' | 'second_factor';
  readonly onDone: () => void;
  readonly primary?: boolean;
}

/** Opens the browser's own dialog for passkeys. */
export function PasskeyButton({ purpose, onDone, primary = false }: PasskeyButtonProps) {
  const mutation = useApiMutation(() => signInByPasskey(purpose));
  const run = async () => {
    if ((await mutation.run(undefined)).done) onDone();
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Button
        variant={primary ? 'contained' : 'outlined'}
        fullWidth
        onClick={() => void run()}
        loading={mutation.busy}
        autoFocus={primary}
      >
        {purpose === 'sign_in' ? 'Sign in with a passkey' : 'Use a passkey'}
      </Button>
      {mutation.problem && <ProblemNotice problem={mutation.problem} tried="entrance" />}
    </Box>
  );
}
