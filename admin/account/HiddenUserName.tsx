import { useSession } from '../workspace/useSession.js';

interface HiddenUserNameProps {
  /** The account of the form; that of the session when absent. */
  readonly email?: string;
}

/** Names the account of a form that takes a password alone: a password manager then fills in, or stores, the right one. */
export function HiddenUserName({ email }: HiddenUserNameProps) {
  const session = useSession();
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      value={email ?? session?.person.email ?? ''}
      readOnly
      hidden
    />
  );
}
