import { useState } from 'react';
import { email, required, TextInput } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { DoneNotice } from '../components/DoneNotice.js';
import { MutationForm } from '../components/MutationForm.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { requestPasswordReset } from '../providers/auth.js';
import { EntrancePage } from './EntrancePage.js';

/** Sends the letter that resets a password; says the same of every address, as the service does. */
export function ForgotPassword() {
  const [sent, setSent] = useState(false);
  const mutation = useApiMutation(({ email }: FieldValues) => requestPasswordReset(email));
  return (
    <EntrancePage title="Reset your password" below={<Link to="/login">Back to signing in</Link>}>
      {sent ? (
        <DoneNotice tone="info">
          If this address has an account, a letter with a link is on its way. The link works once, for 30 minutes.
        </DoneNotice>
      ) : (
        <MutationForm mutation={mutation} tried="entrance" submit="Send link" onDone={() => setSent(true)}>
          <TextInput
            source="email"
            type="email"
            label="E-mail"
            helperText="A link to set a new password is sent to it."
            autoComplete="username"
            validate={[required(), email()]}
          />
        </MutationForm>
      )}
    </EntrancePage>
  );
}
