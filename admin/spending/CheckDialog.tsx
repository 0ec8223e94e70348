import TextField from '@mui/material/TextField';
import { useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { problemOfField } from '../components/fields.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { Balances } from './useBalance.js';

/** A provider that can be asked, and what is to be known before it is. */
export interface CheckedProvider {
  readonly resource: keyof Balances;
  /** In the middle of a sentence: "search provider". */
  readonly name: string;
  readonly pace: string;
}

/** The result of a check at a provider. */
export type Outcome = 'saved' | 'newer' | 'coalesced';

interface Checked {
  readonly id: string;
  readonly updated: boolean;
  readonly coalesced: boolean;
}

interface CheckDialogProps {
  readonly of: CheckedProvider;
  readonly onChecked: (outcome: Outcome) => void;
  readonly onClose: () => void;
}

/**
 * Takes a provider's key for one look. It is read from the field at the moment it is sent, and the field is empty before the answer comes:
 * no state, no cache and no storage of the browser ever holds it.
 */
export function CheckDialog({ of, onChecked, onClose }: CheckDialogProps) {
  const provider = useDataProvider();
  const field = useRef<HTMLInputElement>(null);
  const [filled, setFilled] = useState(false);
  const mutation = useApiMutation(
    async () => (await provider.create<Checked>(of.resource, { data: { apiKey: takeFrom(field.current) } })).data,
    [of.resource],
  );
  const decide = async () => {
    const requested = mutation.run(undefined);
    setFilled(false);
    const outcome = await requested;
    if (!outcome.done) return;
    onChecked(outcomeOf(outcome.answer));
    onClose();
  };
  const wrong = problemOfField(mutation.problem, 'apiKey');
  return (
    <DecisionDialog
      title={`Check the balance at the ${of.name}`}
      consequences={[
        `Your key is sent to the ${of.name} for this one look. It is kept nowhere: not here, not in this browser.`,
        'What the provider says is saved in the place of what it said before.',
        of.pace,
      ]}
      actionLabel="Check now"
      lacks={filled || mutation.busy ? null : 'the key is missing'}
      busy={mutation.busy}
      problem={mutation.problem}
      onDecide={() => void decide()}
      onClose={onClose}
    >
      <TextField
        type="password"
        label={`Key of the ${of.name}`}
        inputRef={field}
        error={wrong !== null && !filled}
        helperText={
          mutation.problem ? 'The field was emptied when the key was sent: paste it again for another look.' : undefined
        }
        onChange={(event) => setFilled(event.target.value.trim() !== '')}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
        }}
      />
    </DecisionDialog>
  );
}

/** Reads a field and empties it, so that what it held lives on in the request alone. */
function takeFrom(field: HTMLInputElement | null): string {
  const taken = field?.value.trim() ?? '';
  if (field) field.value = '';
  return taken;
}

const outcomeOf = ({ updated, coalesced }: Checked): Outcome => (coalesced ? 'coalesced' : updated ? 'saved' : 'newer');
