import { minLength, PasswordInput, required } from 'react-admin';

const PASSWORD_LENGTH_MIN = 8;

/** A password that is being chosen: browsers offer to make and keep one. */
export const NewPasswordInput = ({ label }: { label: string }) => (
  <PasswordInput
    source="password"
    label={label}
    helperText={`At least ${PASSWORD_LENGTH_MIN} characters`}
    autoComplete="new-password"
    validate={[required(), minLength(PASSWORD_LENGTH_MIN)]}
  />
);
