import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { StatedFacts } from '../claims/StatedFacts.js';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useIdempotencyKey } from '../components/useIdempotencyKey.js';
import { useDai } from '../providers/data.js';
import type { OfferLine } from '../providers/data.offers.js';
import type { Session } from '../providers/session.js';
import { vendorOf } from './offer.labels.js';
import { useFacts } from './useFacts.js';

/** The longest note that the service takes. */
const NOTE_LENGTH_MAX = 1_000;

interface ClaimDialogProps {
  readonly offer: OfferLine;
  readonly person: Session['person'];
  readonly onClose: () => void;
}

const LIST = new Intl.ListFormat('en-GB');

/** Claims an offer after it was said what goes to whom; nothing is sent before the button is pressed. */
export function ClaimDialog({ offer, person, onClose }: ClaimDialogProps) {
  const { facts, given } = useFacts();
  const [withFacts, setWithFacts] = useState(true);
  const [note, setNote] = useState('');
  const dai = useDai();
  const navigate = useNavigate();
  const notify = useNotify();
  const idempotencyKey = useIdempotencyKey();
  const sent = given > 0 && withFacts;
  const mutation = useApiMutation(() => {
    const data = {
      offerId: offer.offerId,
      ...(sent ? { facts } : {}),
      ...(note.trim() ? { note: note.trim() } : {}),
    };
    return dai.claimOffer(data, idempotencyKey);
  }, ['claims']);
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    notify(`Your claim is with ${vendorOf(offer)}.`);
    navigate('/me/claims');
  };
  return (
    <DecisionDialog
      title={`Claim ${offer.title}`}
      consequences={[
        `${vendorOf(offer)} gets a request with ${LIST.format([
          `your name (${person.name})`,
          `your address (${person.email})`,
          ...(sent ? ['the facts below'] : []),
          ...(note.trim() ? ['your note'] : []),
        ])}.`,
        'It is a request: the vendor decides, and nothing is approved before it says so.',
        'You follow it under “My claims” and may withdraw it until a code is issued.',
      ]}
      actionLabel="Claim offer"
      busy={mutation.busy}
      problem={mutation.problem}
      onDecide={() => void decide()}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, mb: 2 }}>
        {given > 0 ? (
          <Box sx={{ border: '1px solid var(--border)', borderRadius: 1, p: 3 }}>
            <FormControlLabel
              control={<Checkbox checked={withFacts} onChange={(event) => setWithFacts(event.target.checked)} />}
              label="Send what I said about the company"
              sx={{ my: 0 }}
            />
            {withFacts && <StatedFacts facts={facts} />}
          </Box>
        ) : (
          <Typography color="textSecondary">
            You have said nothing about your company, so the vendor gets no facts. Under “Am I eligible?” you can say
            some first.
          </Typography>
        )}
        <TextField
          label="Note to the vendor"
          helperText="Optional. No secrets: people of the vendor read it."
          multiline
          minRows={2}
          margin="none"
          value={note}
          onChange={(event) => setNote(event.target.value)}
          slotProps={{ htmlInput: { maxLength: NOTE_LENGTH_MAX } }}
        />
      </Box>
    </DecisionDialog>
  );
}
