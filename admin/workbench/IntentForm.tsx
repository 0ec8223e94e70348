import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { INTENT_LENGTH } from './useDraft.js';

/** Takes what a user wants to build, in their own words. */
export function IntentForm({ requested, onPlan }: { requested: string; onPlan: (intent: string) => void }) {
  const [text, setText] = useState(requested);
  const [tried, setTried] = useState(false);
  // The intent may change elsewhere, by the way back or by a link: then it is what stands in the field.
  const [shown, setShown] = useState(requested);
  if (shown !== requested) {
    setShown(requested);
    setText(requested);
  }
  const length = [...text.trim()].length;
  const wrong = length < INTENT_LENGTH.min || length > INTENT_LENGTH.max;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!wrong) onPlan(text);
  };
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event);
  };
  return (
    <Box component="form" aria-label="What you build" onSubmit={send} noValidate>
      <TextField
        label="What do you want to build?"
        placeholder="A shop for prints with card payments, sign-in and e-mail receipts"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={sendByKey}
        multiline
        minRows={2}
        margin="none"
        error={tried && wrong}
        helperText={
          tried && wrong
            ? `Between ${INTENT_LENGTH.min} and ${INTENT_LENGTH.max} characters; this has ${length}.`
            : `What it must do, tools you want, tools you don’t. ${length} of ${INTENT_LENGTH.max} characters.`
        }
        slotProps={{ input: { sx: { bgcolor: 'background.paper' } } }}
      />
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', mt: 2 }}>
        <Button type="submit" variant={requested === '' ? 'contained' : 'outlined'}>
          {requested === '' ? 'Read a plan' : 'Read the plan again'}
        </Button>
      </Box>
    </Box>
  );
}
