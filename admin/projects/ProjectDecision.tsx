import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { isStale } from '../components/StaleBar.js';
import type { OwnProject } from '../providers/generated/operations.js';
import { useProjectMutation } from './useProject.js';

interface ProjectDecisionProps {
  readonly project: OwnProject;
  /** What is decided, on the button and over the dialog. */
  readonly title: string;
  readonly consequences: readonly string[];
  /** The act in its own words. */
  readonly actionLabel: string;
  /** What is said when it is done. */
  readonly done: string;
  readonly decide: () => Promise<unknown>;
  /** Shows the newest revision, after another user was faster. */
  readonly onReload: () => void;
  readonly primary?: boolean;
  readonly grave?: boolean;
  readonly disabled?: boolean;
  readonly lacks?: string | null;
  readonly children?: ReactNode;
}

/** One decision about a project, taken about the revision on the page; a newer one closes the dialog and is shown first. */
export function ProjectDecision(props: ProjectDecisionProps) {
  const { project, title, consequences, done, decide, onReload, primary, grave, disabled, lacks, children } = props;
  const [open, setOpen] = useState(false);
  const notify = useNotify();
  const mutation = useProjectMutation(decide);
  const close = () => {
    mutation.reset();
    setOpen(false);
  };
  const run = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    setOpen(false);
    notify(done);
  };
  return (
    <>
      <Button
        variant={primary ? 'contained' : 'outlined'}
        color={grave ? 'error' : 'primary'}
        disabled={disabled ?? false}
        onClick={() => setOpen(true)}
      >
        {title}…
      </Button>
      {open && (
        <DecisionDialog
          title={`${title}: ${project.title}`}
          consequences={consequences}
          actionLabel={props.actionLabel}
          grave={grave ?? false}
          revision={project.revision}
          lacks={isStale(mutation.problem) ? 'Reload first.' : (lacks ?? null)}
          busy={mutation.busy}
          problem={mutation.problem}
          onReload={() => {
            close();
            onReload();
          }}
          onDecide={() => void run()}
          onClose={close}
        >
          {children}
        </DecisionDialog>
      )}
    </>
  );
}
