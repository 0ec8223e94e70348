import { required, TextInput } from 'react-admin';

interface CodeInputProps {
  readonly label?: string;
  readonly helper?: string | undefined;
  /** False where another way stands above it. */
  readonly focus?: boolean;
}

/** The field of a code; a password manager and a phone's keyboard know it. */
export const CodeInput = ({
  label = 'Code',
  helper = 'Six digits of your authenticator app, or a recovery code.',
  focus = true,
}: CodeInputProps) => (
  <TextInput
    source="code"
    label={label}
    helperText={helper}
    autoComplete="one-time-code"
    validate={required()}
    autoFocus={focus}
  />
);
