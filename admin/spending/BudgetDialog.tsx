import Box from '@mui/material/Box';
import { useNotify } from 'react-admin';
import { DecisionDialog } from '../components/DecisionDialog.js';
import { useApiMutation } from '../components/useApiMutation.js';
import { useDai } from '../providers/data.js';
import type { SpendCurrency, SpendProvider } from '../providers/generated/operations.js';
import { AmountField } from './AmountField.js';
import { Choice } from './Choice.js';
import { centsOfText, formatCents } from './money.js';
import { CURRENCY_CHOICES, labelOfProvider, PROVIDER_CHOICES } from './spend.labels.js';
import { SPENDING } from './useSpending.js';

/** A budget while it is typed. */
export interface BudgetDraft {
  readonly provider: SpendProvider;
  readonly currency: SpendCurrency;
  readonly amount: string;
}

interface BudgetDialogProps {
  readonly draft: BudgetDraft;
  readonly onChange: (draft: BudgetDraft) => void;
  readonly onClose: () => void;
}

/** Sets a budget, and says before that what it does and what it does not do. */
export function BudgetDialog({ draft, onChange, onClose }: BudgetDialogProps) {
  const { setSpendBudget } = useDai();
  const notify = useNotify();
  const mutation = useApiMutation(setSpendBudget, SPENDING);
  const { provider, currency } = draft;
  const cents = centsOfText(draft.amount);
  const change = (next: BudgetDraft) => {
    mutation.reset();
    onChange(next);
  };
  const decide = async () => {
    if (!cents) return;
    const outcome = await mutation.run({ provider, currency, amountCents: cents });
    if (!outcome.done) return;
    notify('The budget is set.');
    onClose();
  };
  const amount = cents ? formatCents(cents, currency) : `the amount in ${currency}`;
  return (
    <DecisionDialog
      title="Set a monthly budget"
      consequences={[
        `${labelOfProvider(provider)}: ${amount} a month, compared with what is reported in ${currency} alone. A budget that stands for it is replaced.`,
        'Your agents read what is left of it. A notice says when 80 and 100 % are used; nothing is paid and nothing is stopped.',
      ]}
      actionLabel="Set budget"
      lacks={cents ? null : 'the amount is missing'}
      busy={mutation.busy}
      problem={mutation.problem}
      onDecide={() => void decide()}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' }, columnGap: 3 }}>
        <Choice
          label="Provider"
          value={provider}
          choices={PROVIDER_CHOICES}
          onChoose={(chosen) => change({ ...draft, provider: chosen })}
        />
        <Choice
          label="Currency"
          value={currency}
          choices={CURRENCY_CHOICES}
          onChoose={(chosen) => change({ ...draft, currency: chosen })}
        />
        <AmountField
          label="Amount a month"
          value={draft.amount}
          least={1}
          onChange={(typed) => change({ ...draft, amount: typed })}
        />
      </Box>
    </DecisionDialog>
  );
}
