import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { DoneNotice } from '../components/DoneNotice.js';
import { MutationForm } from '../components/MutationForm.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { resetPassword } from '../providers/auth.js';
import { EntrancePage } from './EntrancePage.js';
import { NewPasswordInput } from './NewPasswordInput.js';

/** Sets a new password by the link of a letter; the sessions of the account have ended then, this browser's too. */
export function NewPassword({ token }: { token: string }) {
  const [done, setDone] = useState(false);
  const mutation = useApiMutation(({ password }: FieldValues) => resetPassword(token, password));
  const again = <Link to="/login?account=forgot">Send another link</Link>;
  return (
    <EntrancePage title="Set a new password" below={done ? <Link to="/login">Sign in</Link> : again}>
      {done ? (
        <DoneNotice>Your new password is set, and all sessions of your account have ended.</DoneNotice>
      ) : (
        <MutationForm mutation={mutation} tried="entrance" submit="Set password" onDone={() => setDone(true)}>
          <NewPasswordInput label="New password" />
        </MutationForm>
      )}
    </EntrancePage>
  );
}
