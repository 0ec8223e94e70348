import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { DecisionButton } from '../components/DecisionButton.js';
import { useDai } from '../providers/data.js';

const REASON_LENGTH_MAX = 500;

interface SuspendButtonProps {
  readonly skillId: string;
  readonly name: string;
  readonly onReload: () => void;
  /** Takes a sentence about what was done. */
  readonly onDone?: (message: string) => void;
}

/** Takes a published skill out of the public, with a reason. */
export function SuspendButton({ skillId, name, onReload, onDone }: SuspendButtonProps) {
  const dai = useDai();
  const [reason, setReason] = useState('');
  return (
    <DecisionButton
      small
      holdsInput
      label="Suspend"
      grave
      title={`Suspend ${name}`}
      consequences={[
        'Its public page is gone at once: its address answers “not found”.',
        'The imported text stays with its owner, who reads your reason.',
        'To be public again, its install path must be verified and it must be published again.',
      ]}
      actionLabel="Suspend skill"
      lacks={reason.trim() === '' ? 'Say why.' : null}
      touches={['skills', 'published-skills']}
      decide={() => dai.suspendSkill({ skillId, reason: reason.trim() })}
      onDone={() => onDone?.('The skill is suspended.')}
      onReload={onReload}
    >
      <TextField
        label="Why"
        helperText="It stays with the skill and in the record of decisions."
        multiline
        minRows={2}
        margin="none"
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        slotProps={{ htmlInput: { maxLength: REASON_LENGTH_MAX } }}
      />
    </DecisionButton>
  );
}
