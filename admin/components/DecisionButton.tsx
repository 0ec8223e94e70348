import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { Problem } from '../providers/problem.js';
import { DecisionDialog } from './DecisionDialog.js';
import { isStale } from './StaleBar.js';
import { useApiMutation } from './useApiMutation.js';

export interface DecisionButtonProps<Answer> {
  /** The button on the page, without its dots. */
  readonly label: string;
  /** Its name where the label alone could be that of any row. */
  readonly name?: string;
  readonly title: string;
  /** The consequences, fact by fact. */
  readonly consequences: readonly string[];
  /** The act in the dialog, in its own words. */
  readonly actionLabel: string;
  readonly decide: () => Promise<Answer>;
  /** The resources that the act changes; what was asked about them is asked again. */
  readonly touches: readonly string[];
  /** The message when it is done. */
  readonly done?: string;
  readonly onDone?: (answer: Answer) => void;
  /** The page to go to once the record on this one is deleted; the deleted record is not requested again. */
  readonly leadsTo?: string;
  /** Called with a refusal; true closes the dialog, since the page says more about it. */
  readonly onRefused?: (problem: Problem) => boolean;
  /** The revision that is decided about, and the way to the newest one. */
  readonly revision?: number;
  readonly onReload?: () => void;
  readonly onOpen?: () => void;
  /** Why it can't be decided yet. */
  readonly lacks?: string | null;
  readonly primary?: boolean;
  readonly grave?: boolean;
  readonly small?: boolean;
  readonly disabled?: boolean;
  /** The subject of the decision, or the input that it needs. */
  readonly children?: ReactNode;
  /** True where something is typed in the dialog: a reload keeps it open. */
  readonly holdsInput?: boolean;
}

/** The one way to decide: a button, a dialog that says what will happen and to which revision, and the act as a verb. */
export function DecisionButton<Answer>(props: DecisionButtonProps<Answer>) {
  const { label, name, primary = false, grave = false, small = false, disabled = false, holdsInput = false } = props;
  const [open, setOpen] = useState(false);
  const notify = useNotify();
  const navigate = useNavigate();
  const { leadsTo } = props;
  const mutation = useApiMutation(props.decide, props.touches, leadsTo ? 'later' : 'at once');
  const close = () => {
    mutation.reset();
    setOpen(false);
  };
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (outcome.done || props.onRefused?.(outcome.problem)) close();
    if (!outcome.done) return;
    if (props.done) notify(props.done);
    props.onDone?.(outcome.answer);
    if (leadsTo) navigate(leadsTo, { replace: true });
  };
  const { onReload } = props;
  const reload = onReload && {
    onReload: () => {
      if (holdsInput) mutation.reset();
      else close();
      onReload();
    },
  };
  return (
    <>
      <Button
        size={small ? 'small' : 'medium'}
        variant={primary ? 'contained' : 'outlined'}
        color={grave ? 'error' : 'primary'}
        disabled={disabled}
        aria-label={name}
        data-primary={primary || undefined}
        onClick={() => {
          props.onOpen?.();
          setOpen(true);
        }}
      >
        {label}…
      </Button>
      {open && (
        <DecisionDialog
          title={props.title}
          consequences={props.consequences}
          actionLabel={props.actionLabel}
          grave={grave}
          {...(props.revision === undefined ? {} : { revision: props.revision })}
          lacks={isStale(mutation.problem) && onReload ? 'Reload first.' : (props.lacks ?? null)}
          busy={mutation.busy}
          problem={mutation.problem}
          {...reload}
          onDecide={() => void decide()}
          onClose={close}
        >
          {props.children}
        </DecisionDialog>
      )}
    </>
  );
}
