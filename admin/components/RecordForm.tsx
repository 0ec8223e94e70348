import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, useRecordContext, useSaveContext, useTranslate } from 'react-admin';
import { type FieldValues, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { formErrors, type Problem, problemOf } from '../providers/problem.js';
import type { Identified } from '../providers/records.js';
import { FormProblem } from './FormProblem.js';
import { LeaveGuard } from './LeaveGuard.js';
import { isStale, StaleBar } from './StaleBar.js';
import { SubmitButton } from './SubmitButton.js';

interface RecordFormProps<Row extends Identified> {
  /** The input to send, made from the values of the form; null when there is nothing to save. */
  readonly inputOf: (values: FieldValues, record: Row | undefined) => object | null;
  /** The act on the button; of what is typed, where that decides what saving does. */
  readonly submit: string | ((values: FieldValues) => string);
  /** The effect of saving, and what it leaves as it is. */
  readonly note?: ReactNode | ((values: FieldValues) => ReactNode);
  readonly cancelTo: string;
  readonly defaults?: object;
  /** Sent along with the request, such as a key for a second try. */
  readonly meta?: object;
  readonly onSaved: (record: Row) => void;
  /** Reads the newest revision after another user was faster; what was typed stays. */
  readonly onReload?: () => void;
  readonly children: (problem: Problem | null) => ReactNode;
}

/** A record that is read again, or another revision of it, takes nothing away that was typed. */
const KEEP_TYPED = { keepDirtyValues: true };

/**
 * The form of an EditBase or CreateBase. Refused fields say why where they stand, unsaved changes are warned of, and a
 * revision that another user wrote meanwhile is announced, not overwritten.
 */
export function RecordForm<Row extends Identified>(props: RecordFormProps<Row>) {
  const { inputOf, defaults, meta, onSaved, onReload } = props;
  const { save, saving = false } = useSaveContext();
  const record = useRecordContext<Row>();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saved, setSaved] = useState<Row | null>(null);
  const run = async (values: FieldValues) => {
    setProblem(null);
    let refused: Problem | null = null;
    await save?.(inputOf(values, record) ?? {}, {
      meta,
      onSuccess: setSaved,
      onError: (error: unknown) => {
        refused = problemOf(error);
        setProblem(refused);
      },
    });
    return refused && formErrors(refused);
  };
  const reload = onReload && {
    onReload: () => {
      setProblem(null);
      onReload();
    },
  };
  return (
    <Form
      onSubmit={run}
      resetOptions={KEEP_TYPED}
      warnWhenUnsavedChanges={saved === null}
      WarnWhenUnsavedChangesComponent={LeaveGuard}
      disableInvalidFormNotification
      noValidate
      {...(defaults ? { defaultValues: defaults } : {})}
    >
      {props.children(problem)}
      {saved && <AfterSave onSaved={() => onSaved(saved)} />}
      {problem && reload && isStale(problem) ? (
        <StaleBar problem={problem} {...reload} />
      ) : (
        problem && <FormProblem problem={problem} tried="mutation" />
      )}
      <Buttons {...props} record={record} saving={saving} />
    </Form>
  );
}

/** Leads on once the guard against leaving is gone: what was typed is saved, which the form itself learns later. */
function AfterSave({ onSaved }: { onSaved: () => void }) {
  const leave = useRef(onSaved);
  useEffect(() => leave.current(), []);
  return null;
}

interface ButtonsProps<Row extends Identified> extends RecordFormProps<Row> {
  readonly record: Row | undefined;
  readonly saving: boolean;
}

/** Cancel, then the act, at the right end. */
function Buttons<Row extends Identified>({ inputOf, record, saving, submit, note, cancelTo }: ButtonsProps<Row>) {
  const translate = useTranslate();
  const values = useWatch();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: 2, mt: 4 }}>
      {note && (
        <Box component="span" sx={{ flex: '1 1 200px', color: 'var(--muted)' }}>
          {typeof note === 'function' ? note(values) : note}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 2 }}>
        <Button component={Link} to={cancelTo} variant="outlined" disabled={saving}>
          {translate('act.cancel')}
        </Button>
        <SubmitButton
          label={typeof submit === 'function' ? submit(values) : submit}
          busy={saving}
          disabled={inputOf(values, record) === null}
        />
      </Box>
    </Box>
  );
}
