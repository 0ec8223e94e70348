import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId } from 'react';
import { Code } from './Code.js';
import { Notice } from './Notice.js';

/** A secret and what uses it; they exist in the room's state and nowhere else in the browser. */
export interface ShownSecret {
  readonly title: string;
  readonly secret: string;
  readonly secretName: string;
  /** The part of the secret that we store, where that is more than a digest. */
  readonly stored?: string;
  /** The place where it belongs, and the place where it never does. */
  readonly place: string;
  /** The snippet that is ready to use, with the secret filled in, and the heading over it. */
  readonly ready: ReactNode;
  readonly readyTitle: string;
}

/** Shows a secret once: neither a stray click, nor Escape, nor the back button takes it away before it was stored. */
export function SecretDialog({ shown, onStored }: { shown: ShownSecret; onStored: () => void }) {
  const titleId = useId();
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  return (
    <Dialog open aria-labelledby={titleId} maxWidth="md" fullWidth>
      <DialogTitle id={titleId}>{shown.title}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
          <Notice tone="caution">
            This is the only time it is shown: {shown.stored ?? `we keep a digest, not the ${shown.secretName}`}.{' '}
            {shown.place}
          </Notice>
          <Code text={shown.secret} what={shown.secretName} wrap />
          <div>
            <Typography variant="h3" sx={{ mb: 1 }}>
              {shown.readyTitle}
            </Typography>
            {shown.ready}
          </div>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onStored}>
          I have stored it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
