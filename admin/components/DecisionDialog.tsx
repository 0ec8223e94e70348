import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type FormEvent, type KeyboardEvent, type ReactNode, useId } from 'react';
import type { Problem } from '../providers/problem.js';
import { keepForm } from './enter.js';
import { ProblemNotice } from './ProblemNotice.js';
import { isStale, StaleBar } from './StaleBar.js';

interface DecisionProps {
  readonly title: string;
  /** The consequences, fact by fact, before anything happens. */
  readonly consequences: readonly string[];
  /** The act in its own words: "Revoke key", never "OK". */
  readonly actionLabel: string;
  readonly grave?: boolean;
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** The input that the decision needs: a reason, a code, a proof. */
  readonly children?: ReactNode;
  /** The revision that is decided about. */
  readonly revision?: number;
  /** Asks for the newest state after another user was faster. */
  readonly onReload?: () => void;
  /** Why it can't be decided yet; the button waits until it is null. */
  readonly lacks?: string | null;
  readonly onDecide: () => void;
  readonly onClose: () => void;
}

/** Asks for a decision and stays until the service has answered; there is no undo after it. */
export function DecisionDialog(props: DecisionProps) {
  const titleId = useId();
  const { problem, onReload, revision, lacks } = props;
  const notes = [revision === undefined ? null : `about revision ${revision}`, lacks].filter(Boolean);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // to a form of the page that the dialog was opened from
    if (!props.busy && !lacks) props.onDecide();
  };
  return (
    <Dialog open onClose={props.busy ? undefined : props.onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <Box component="form" noValidate onSubmit={submit} onKeyDown={keepCheckboxes} sx={FORM}>
        <DialogTitle id={titleId}>{props.title}</DialogTitle>
        <DialogContent>
          <Typography>What will happen:</Typography>
          <Box component="ul" sx={{ my: 2, pl: 5, display: 'grid', gap: 1, overflowWrap: 'anywhere' }}>
            {props.consequences.map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
          </Box>
          {props.children}
          {problem && onReload && isStale(problem) ? (
            <StaleBar problem={problem} onReload={onReload} />
          ) : (
            problem && <ProblemNotice problem={problem} tried="mutation" />
          )}
        </DialogContent>
        <DialogActions>
          {notes.length > 0 && (
            <Box component="span" sx={{ flex: '1 1 160px', color: 'var(--muted)', fontSize: '0.8125rem' }}>
              {notes.join(' · ')}
            </Box>
          )}
          <Box sx={BUTTONS}>
            <Button variant="outlined" onClick={props.onClose} disabled={props.busy}>
              Cancel
            </Button>
            <Button
              variant="contained"
              color={props.grave ? 'error' : 'primary'}
              type="submit"
              disabled={Boolean(lacks)}
              loading={props.busy}
              loadingPosition="start"
            >
              {props.actionLabel}
            </Button>
          </Box>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

/** Enter in a field decides; on a checkbox, where it is pressed by mistake for the space bar, it does nothing. */
function keepCheckboxes(event: KeyboardEvent): void {
  if (event.target instanceof HTMLInputElement && event.target.type === 'checkbox') keepForm(event);
}

/** They stay beside each other where the note before them is long. */
const BUTTONS = { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 2, ml: 'auto !important' };
/** The content scrolls inside the form, as in a dialog without one. */
const FORM = { display: 'flex', flexDirection: 'column', minHeight: 0 } as const;
