import { required, TextInput } from 'react-admin';

/** The field of a code; a password manager and a phone's keyboard know it. */
export const CodeInput = ({
  helper = 'Six digits of your authenticator app, or a recovery code.',
}: {
  helper?: string;
}) => (
  <TextInput
    source="code"
    label="Code"
    helperText={helper}
    autoComplete="one-time-code"
    validate={required()}
    autoFocus
  />
);
