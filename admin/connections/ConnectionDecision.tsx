import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { isStale } from '../components/StaleBar.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { Connection } from '../providers/data.usage.js';

/** What a consent is shown in: the connections, the receipts that it stops, and what waits at home, which lies under the projects. */
const TOUCHED = ['tool-connections', 'usage-receipts', 'projects'];

interface ConnectionDecisionProps {
  readonly connection: Connection;
  /** The button on the page, without its dots. */
  readonly label: string;
  readonly primary?: boolean;
  readonly grave?: boolean;
  readonly title: string;
  readonly consequences: readonly string[];
  /** The act in the dialog, in its own words. */
  readonly actionLabel: string;
  /** What is said when it is done. */
  readonly done: string;
  /** Where the act is about a revision and refused about any other: the way to the newest. */
  readonly onReload?: () => void;
  readonly run: () => Promise<unknown>;
}

/** One decision about a consent: a button, what will happen, and the act. */
export function ConnectionDecision(props: ConnectionDecisionProps) {
  const { connection, label, primary = false, grave = false, onReload } = props;
  const [open, setOpen] = useState(false);
  const notify = useNotify();
  const mutation = useApiMutation(props.run, TOUCHED);
  const close = () => {
    mutation.reset();
    setOpen(false);
  };
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    close();
    notify(props.done);
  };
  return (
    <>
      <Button
        size="small"
        variant={primary ? 'contained' : 'outlined'}
        color={grave ? 'error' : 'primary'}
        aria-label={`${label} ${connection.tool.name}`}
        onClick={() => setOpen(true)}
      >
        {label}…
      </Button>
      {open && (
        <DecisionDialog
          title={props.title}
          consequences={props.consequences}
          actionLabel={props.actionLabel}
          grave={grave}
          {...(onReload && {
            revision: connection.revision,
            lacks: isStale(mutation.problem) ? 'Reload first.' : null,
            onReload: () => {
              close();
              onReload();
            },
          })}
          busy={mutation.busy}
          problem={mutation.problem}
          onDecide={() => void decide()}
          onClose={close}
        />
      )}
    </>
  );
}
