import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { hostOf } from '../components/address.js';
import type { SourceDraft } from './offer.draft.js';

/** One source: the page, the day on which it was read, and the facts that it shows. */
export function SourceFields({ source, onChange }: { source: SourceDraft; onChange: (source: SourceDraft) => void }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '3fr 1fr 2fr' },
        columnGap: 2,
        rowGap: 3,
      }}
    >
      <TextField
        label="Page"
        placeholder="https://"
        margin="none"
        value={source.url}
        helperText={source.via ? <span title={source.via}>Read through {hostOf(source.via)}</span> : undefined}
        onChange={(event) => onChange({ ...source, url: event.target.value })}
        slotProps={{ htmlInput: { autoComplete: 'off', inputMode: 'url' } }}
      />
      <TextField
        label="Read on"
        type="date"
        margin="none"
        value={source.readAt}
        onChange={(event) => onChange({ ...source, readAt: event.target.value })}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextField
        label="Shows"
        margin="none"
        value={source.facts}
        helperText="Facts, with commas between them"
        onChange={(event) => onChange({ ...source, facts: event.target.value })}
        slotProps={{ htmlInput: { autoComplete: 'off' } }}
      />
    </Box>
  );
}
