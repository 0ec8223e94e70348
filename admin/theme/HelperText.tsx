import { useFormControl } from '@mui/material/FormControl';
import type { ComponentProps } from 'react';

/**
 * The text under a field. What is wrong with the field that has the focus is read out: nothing else tells who sends a form with
 * Enter from the field that is refused.
 */
export function HelperText(props: ComponentProps<'p'>) {
  const control = useFormControl();
  const refused = Boolean(control?.error);
  return <p {...props} key={String(refused)} role={refused && control?.focused ? 'alert' : undefined} />;
}
