import Button from '@mui/material/Button';
import { useFormContext } from 'react-hook-form';

interface SubmitButtonProps {
  readonly label: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  /** False for a form that is not what its page is for. */
  readonly primary?: boolean;
}

/**
 * The act of a form. What the service refused before is forgotten when it is tried again: an error of what is no field
 * would otherwise block the form for good.
 */
export function SubmitButton({ label, busy, disabled = false, primary = true }: SubmitButtonProps) {
  const { clearErrors } = useFormContext();
  return (
    <Button
      type="submit"
      variant={primary ? 'contained' : 'outlined'}
      loading={busy}
      loadingPosition="start"
      disabled={disabled}
      onClick={() => clearErrors()}
    >
      {label}
    </Button>
  );
}
