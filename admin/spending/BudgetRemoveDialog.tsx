import { useNotify } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import type { Budget } from '../providers/generated/operations.js';
import { labelOfProvider } from './spend.labels.js';
import { SPENDING } from './useSpending.js';

/** Takes a budget away, after it was said what stays. */
export function BudgetRemoveDialog({ budget, onClose }: { budget: Budget; onClose: () => void }) {
  const { removeSpendBudget } = useDai();
  const { provider, currency } = budget;
  const notify = useNotify();
  const mutation = useApiMutation(() => removeSpendBudget({ provider, currency }), SPENDING);
  const decide = async () => {
    const outcome = await mutation.run(undefined);
    if (!outcome.done) return;
    notify(outcome.answer.removed ? 'The budget is deleted.' : 'The budget was gone already.');
    onClose();
  };
  return (
    <DecisionDialog
      title={`Delete the budget of the ${labelOfProvider(provider).toLowerCase()} in ${currency}`}
      consequences={[
        'Agents read no remainder of it any more, and no notice says how far a month has come.',
        'Amounts that were reported stay as they are.',
      ]}
      actionLabel="Delete budget"
      grave
      busy={mutation.busy}
      problem={mutation.problem}
      onDecide={() => void decide()}
      onClose={onClose}
    />
  );
}
