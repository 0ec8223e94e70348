import { useDataProvider, useNotify } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import type { SpendEntry } from '../providers/generated/operations.js';
import { formatMonth } from './months.js';
import { labelOfEntry, nameOfEntry } from './spend.labels.js';

type Removed = SpendEntry & { readonly id: string; readonly removed?: boolean };

/** Takes one reported amount away, after it was said which. */
export function RemoveDialog({ entry, onClose }: { entry: SpendEntry; onClose: () => void }) {
  const provider = useDataProvider();
  const notify = useNotify();
  const mutation = useApiMutation(
    () => provider.delete<Removed>('spending', { id: entry.month, previousData: { ...entry, id: entry.month } }),
    ['spending'],
  );
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    notify(outcome.answer.data.removed ? 'The amount is removed.' : 'The amount was gone already.');
    onClose();
  };
  const name = nameOfEntry(entry);
  return (
    <DecisionDialog
      title={`Remove ${name}`}
      consequences={[
        `${formatMonth(entry.month)} has no amount in ${entry.currency} for it any more, and its estimate is made without it.`,
        'Nothing changes at the provider: this is what was reported here, no payment.',
        'It can’t be undone, but you can report it again.',
      ]}
      actionLabel={`Remove ${labelOfEntry(entry)}`}
      grave
      busy={mutation.busy}
      problem={mutation.problem}
      onDecide={() => void decide()}
      onClose={onClose}
    />
  );
}
