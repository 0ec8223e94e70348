import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { Problem } from '../providers/problem.js';

interface SkillDecisionProps {
  /** The button on the page, without its dots. */
  readonly label: string;
  readonly primary?: boolean;
  readonly grave?: boolean;
  readonly title: string;
  readonly consequences: readonly string[];
  /** The act in the dialog, in its own words. */
  readonly actionLabel: string;
  readonly lacks?: string | null;
  readonly revision?: number;
  readonly run: () => Promise<unknown>;
  /** The lists and records that the act changes. */
  readonly touched?: readonly string[];
  readonly onDone?: () => void;
  /** Called with a refusal; true closes the dialog, since the page says more about it. */
  readonly onRefused?: (problem: Problem) => boolean;
  readonly onReload?: () => void;
  readonly onOpen?: () => void;
  readonly children?: ReactNode;
}

/** One decision about a skill: a button, what will happen, and the act. */
export function SkillDecision(props: SkillDecisionProps) {
  const { label, primary = false, grave = false, onReload, onRefused } = props;
  const [open, setOpen] = useState(false);
  const mutation = useApiMutation(props.run, props.touched);
  const close = () => {
    mutation.reset();
    setOpen(false);
  };
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (outcome.done) props.onDone?.();
    if (outcome.done || onRefused?.(outcome.problem)) close();
  };
  const begin = () => {
    props.onOpen?.();
    setOpen(true);
  };
  return (
    <>
      <Button
        size="small"
        variant={primary ? 'contained' : 'outlined'}
        color={grave ? 'error' : 'primary'}
        onClick={begin}
      >
        {label}…
      </Button>
      {open && (
        <DecisionDialog
          title={props.title}
          consequences={props.consequences}
          actionLabel={props.actionLabel}
          grave={grave}
          lacks={props.lacks ?? null}
          {...(props.revision === undefined ? {} : { revision: props.revision })}
          busy={mutation.busy}
          problem={mutation.problem}
          {...(onReload && {
            onReload: () => {
              mutation.reset();
              onReload();
            },
          })}
          onDecide={() => void decide()}
          onClose={close}
        >
          {props.children}
        </DecisionDialog>
      )}
    </>
  );
}
