import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { Problem } from '../providers/problem.js';
import { ProblemNotice } from './ProblemNotice.js';

interface DecisionProps {
  readonly title: string;
  /** What will happen, fact by fact, before it happens. */
  readonly consequences: readonly string[];
  /** The act in its own words: "Revoke key", never "OK". */
  readonly act: string;
  readonly grave?: boolean;
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly onDecide: () => void;
  readonly onClose: () => void;
}

/** Asks for a decision and stays until the service has answered; there is no undo after it. */
export function DecisionDialog(props: DecisionProps) {
  const titleId = useId();
  return (
    <Dialog open onClose={props.busy ? undefined : props.onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{props.title}</DialogTitle>
      <DialogContent>
        <Typography>What will happen:</Typography>
        <Box component="ul" sx={{ my: 2, pl: 5, display: 'grid', gap: 1 }}>
          {props.consequences.map((consequence) => (
            <li key={consequence}>{consequence}</li>
          ))}
        </Box>
        {props.problem && <ProblemNotice problem={props.problem} tried="act" />}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={props.onClose} disabled={props.busy}>
          Cancel
        </Button>
        <Button
          variant="contained"
          color={props.grave ? 'error' : 'primary'}
          onClick={props.onDecide}
          loading={props.busy}
          loadingPosition="start"
        >
          {props.act}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
