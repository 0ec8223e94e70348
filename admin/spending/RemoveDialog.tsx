import { useNotify } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import type { SpendEntry } from '../providers/generated/operations.js';
import { formatMonth } from './months.js';
import { labelOfEntry, nameOfEntry } from './spend.labels.js';
import { SPENDING } from './useSpending.js';

/** Takes one reported amount away, after it was said which. */
export function RemoveDialog({ entry, onClose }: { entry: SpendEntry; onClose: () => void }) {
  const { removeSpend } = useDai();
  const { provider, month, currency } = entry;
  const notify = useNotify();
  const mutation = useApiMutation(() => removeSpend({ provider, month, currency }), SPENDING);
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    notify(outcome.answer.removed ? 'The amount is deleted.' : 'The amount was gone already.');
    onClose();
  };
  const name = nameOfEntry(entry);
  return (
    <DecisionDialog
      title={`Delete ${name}`}
      consequences={[
        `${formatMonth(month)} has no amount in ${currency} for it any more, and its estimate is made without it.`,
        'Nothing changes at the provider: this is what was reported here, no payment.',
        'It can’t be undone, but you can report it again.',
      ]}
      actionLabel={`Delete ${labelOfEntry(entry)}`}
      grave
      busy={mutation.busy}
      problem={mutation.problem}
      onDecide={() => void decide()}
      onClose={onClose}
    />
  );
}
