import Box from '@mui/material/Box';
import { type ReactNode, useEffect, useRef } from 'react';
import { Form } from 'react-admin';
import { type FieldValues, useFormState } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { fieldErrors, formErrors } from '../providers/problem.js';
import { FormProblem } from './FormProblem.js';
import { LeaveGuard } from './LeaveGuard.js';
import type { Tried } from './ProblemNotice.js';
import { SubmitButton } from './SubmitButton.js';
import type { ApiMutation } from './useApiMutation.js';

/** react-admin's form resets itself once it stands and when its record changes; what was typed by then stays. */
const RESET = { keepDirtyValues: true };

interface MutationFormProps<Answer> {
  readonly mutation: ApiMutation<FieldValues, Answer>;
  /** The act in its own words, on the button. */
  readonly submit: string;
  readonly record?: object;
  readonly tried?: Tried;
  /** True for a form of a page of its own: leaving it with unsaved changes is asked about. */
  readonly guarded?: boolean;
  /** False for one of several forms of a page. */
  readonly primary?: boolean;
  readonly beside?: ReactNode;
  readonly onDone: (answer: Answer) => void;
  readonly children: ReactNode;
}

/** A form that does one act; each refused field says why where it stands, the rest stands above the button. */
export function MutationForm<Answer>({
  mutation,
  submit,
  record,
  tried = 'mutation',
  guarded = false,
  primary = true,
  beside,
  onDone,
  children,
}: MutationFormProps<Answer>) {
  // A user who has gone to another page meanwhile stays there.
  const stillHere = useRef(false);
  useEffect(() => {
    stillHere.current = true;
    return () => {
      stillHere.current = false;
    };
  }, []);
  const { pathname } = useLocation();
  const run = async (values: FieldValues) => {
    const outcome = await mutation.run(values);
    if (!outcome.done) return guarded ? formErrors(outcome.problem) : fieldErrors(outcome.problem);
    if (stillHere.current) onDone(outcome.answer);
    return undefined;
  };
  return (
    <Form
      onSubmit={run}
      resetOptions={RESET}
      warnWhenUnsavedChanges={guarded}
      WarnWhenUnsavedChangesComponent={LeaveGuard}
      // Pages below the form's own address are other pages too: no address begins like this.
      formRootPathname={`${pathname}?`}
      disableInvalidFormNotification
      noValidate
      {...(record ? { record } : {})}
    >
      <TypedFields />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        {children}
        {mutation.problem && <FormProblem problem={mutation.problem} tried={tried} />}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 2, mt: 1 }}>
          {beside}
          <SubmitButton label={submit} busy={mutation.busy} primary={primary} />
        </Box>
      </Box>
    </Form>
  );
}

/** react-hook-form knows which fields were typed into only while something reads it. */
function TypedFields() {
  void useFormState().dirtyFields;
  return null;
}
