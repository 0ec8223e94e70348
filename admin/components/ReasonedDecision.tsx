import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { DecisionButton, type DecisionButtonProps } from './DecisionButton.js';

/** The longest reason that the service takes. */
const REASON_LENGTH_MAX = 500;

type Given = 'decide' | 'holdsInput';

interface ReasonedDecisionProps<Answer> extends Omit<DecisionButtonProps<Answer>, Given> {
  readonly decide: (reason: string) => Promise<Answer>;
}

/** A decision with a reason that the audit log stores, after what else is decided. */
export function ReasonedDecision<Answer>({
  decide,
  onDone,
  lacks,
  children,
  ...decision
}: ReasonedDecisionProps<Answer>) {
  const [reason, setReason] = useState('');
  return (
    <DecisionButton
      {...decision}
      holdsInput
      lacks={lacks ?? (reason.trim() ? null : 'Say why.')}
      decide={() => decide(reason.trim())}
      onDone={(answer) => {
        setReason('');
        onDone?.(answer);
      }}
    >
      {children}
      <TextField
        label="Why"
        helperText="Kept in the audit log."
        required
        multiline
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        slotProps={{ htmlInput: { maxLength: REASON_LENGTH_MAX } }}
      />
    </DecisionButton>
  );
}
