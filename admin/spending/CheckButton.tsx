import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Notice } from '../components/Notice.js';
import { CheckDialog, type CheckedProvider, type Outcome } from './CheckDialog.js';

/** Asks a provider for the balance now, with a key that is used for this one look; what came of it stays in sight. */
export function CheckButton({ of }: { of: CheckedProvider }) {
  const [open, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const begin = () => {
    setOutcome(null);
    setOpen(true);
  };
  return (
    <>
      <Button size="small" variant="outlined" aria-label={`Check now: ${of.name}`} onClick={begin}>
        Check now…
      </Button>
      <Box role="status" sx={{ flexBasis: '100%', '&:empty': { display: 'none' } }}>
        {outcome && <Notice tone={TONES[outcome]}>{MESSAGES[outcome]}</Notice>}
      </Box>
      {open && <CheckDialog of={of} onChecked={setOutcome} onClose={() => setOpen(false)} />}
    </>
  );
}

const TONES = { saved: 'good', newer: 'info', coalesced: 'info' } as const;
const MESSAGES: Record<Outcome, string> = {
  saved: 'The provider was asked just now; what it said is saved.',
  newer: 'The provider was asked, but a newer answer was saved meanwhile: that one is kept.',
  coalesced:
    'The provider was asked less than 90 seconds ago and was not asked again: this is what it said then. Your key was not sent to it.',
};
