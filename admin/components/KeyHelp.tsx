import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import type { KeyAct } from './keys.js';

/** A key as it stands on a button; screen readers are told of it by the list of keys. */
export const KeyCap = ({ name }: { name: string }) => (
  <Box
    component="kbd"
    aria-hidden
    sx={{
      display: { xs: 'none', sm: 'inline' },
      ml: 2,
      px: '5px',
      border: '1px solid currentColor',
      borderRadius: '3px',
      font: 'inherit',
      fontSize: '0.6875rem',
      lineHeight: '16px',
    }}
  >
    {name}
  </Box>
);

/** The keys of the page. */
export function KeyHelp({ acts, onClose }: { acts: readonly Pick<KeyAct, 'key' | 'label'>[]; onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Keys of this page</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '8px 16px' }}>
          {acts.map(({ key, label }) => (
            <Box key={key} sx={{ display: 'contents' }}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <Box component="dd" sx={{ m: 0 }}>
                {label}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
