import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import type { AdvanceClaimInput, ClaimProof } from '../providers/generated/operations.js';
import type { Decision } from './decisions.js';
import { ProvingEventField } from './ProvingEventField.js';

/** The longest texts that the service takes. */
const NOTE_LENGTH_MAX = 1_000;
const CODE_LENGTH_MAX = 500;

/** The reviewer's input while deciding; it stays when the claim is read again. */
export interface Draft {
  readonly note: string;
  readonly code: string;
  readonly proof: ClaimProof;
  readonly eventId: string;
}
export const EMPTY_DRAFT: Draft = { note: '', code: '', proof: 'vendor_confirmed', eventId: '' };

/** Says which input the decision still lacks; null when it can be taken. */
export function lackOf({ asks }: Decision, draft: Draft): string | null {
  if (asks === 'reason' && draft.note.trim() === '') return 'Say why.';
  if (asks === 'code' && draft.code.trim() === '') return 'A code is needed.';
  if (asks === 'proof' && draft.proof === 'event_confirmed' && draft.eventId.trim() === '') return 'Choose the event.';
  return null;
}

/** The draft as the service takes it: only what goes with this step. */
export function partsOf({ asks }: Decision, draft: Draft): Omit<AdvanceClaimInput, 'claimId' | 'revision' | 'to'> {
  const note = draft.note.trim();
  return {
    ...(note ? { note } : {}),
    ...(asks === 'code' ? { code: draft.code.trim() } : {}),
    ...(asks === 'proof' ? { proof: draft.proof } : {}),
    ...(asks === 'proof' && draft.proof === 'event_confirmed' ? { eventId: draft.eventId.trim() } : {}),
  };
}

/** The fields of one decision. */
export function DecisionFields(props: { decision: Decision; draft: Draft; onChange: (draft: Draft) => void }) {
  const { decision, draft, onChange } = props;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, mt: 3, mb: 2 }}>
      {decision.asks === 'code' && (
        <TextField
          label="Code"
          helperText="Or the address where it is redeemed. Shown to the person, covered until they ask for it."
          margin="none"
          required
          value={draft.code}
          onChange={(event) => onChange({ ...draft, code: event.target.value })}
          slotProps={{ htmlInput: { maxLength: CODE_LENGTH_MAX, autoComplete: 'off', spellCheck: false } }}
        />
      )}
      {decision.asks === 'proof' && <ProofFields draft={draft} onChange={onChange} />}
      <TextField
        label={decision.asks === 'reason' ? 'Why' : 'Note to the person'}
        helperText={decision.asks === 'reason' ? 'The person reads it.' : 'Optional. The person reads it.'}
        multiline
        minRows={2}
        margin="none"
        required={decision.asks === 'reason'}
        value={draft.note}
        onChange={(event) => onChange({ ...draft, note: event.target.value })}
        slotProps={{ htmlInput: { maxLength: NOTE_LENGTH_MAX } }}
      />
    </Box>
  );
}

function ProofFields({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  const id = useId();
  return (
    <div>
      <Typography variant="h3" id={id}>
        Proof
      </Typography>
      <RadioGroup
        aria-labelledby={id}
        value={draft.proof}
        onChange={(_, value) =>
          onChange({
            ...draft,
            eventId: '',
            proof: value === 'event_confirmed' ? 'event_confirmed' : 'vendor_confirmed',
          })
        }
      >
        <FormControlLabel value="vendor_confirmed" control={<Radio size="small" />} label="We confirm it ourselves" />
        <FormControlLabel
          value="event_confirmed"
          control={<Radio size="small" />}
          label="A commercial event of ours shows it"
        />
      </RadioGroup>
      {draft.proof === 'event_confirmed' && (
        <ProvingEventField onChange={(eventId) => onChange({ ...draft, eventId })} />
      )}
    </div>
  );
}
