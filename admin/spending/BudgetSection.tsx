import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Notice } from '../components/Notice.js';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import type { Budget } from '../providers/generated/operations.js';
import { useAct } from '../workspace/useAct.js';
import { BudgetDialog, type BudgetDraft } from './BudgetDialog.js';
import { BudgetMeter } from './BudgetMeter.js';
import { BudgetRemoveDialog } from './BudgetRemoveDialog.js';
import { formatMonth } from './months.js';
import { labelOfProvider } from './spend.labels.js';
import { useSpending } from './useSpending.js';

/** The person's budgets by provider and currency beside the charges of this month; agents read what is left. */
export function BudgetSection() {
  const spending = useSpending(null);
  const [draft, setDraft] = useState<BudgetDraft | null>(null);
  const [leaving, setLeaving] = useState<Budget | null>(null);
  const begin = () => setDraft({ provider: 'coding_agent', currency: 'USD', amount: '' });
  useAct('set-budget', begin);
  return (
    <Section
      title="Budgets"
      aside={
        <Button size="small" variant="outlined" onClick={begin}>
          Set a budget…
        </Button>
      }
    >
      <QueryState query={spending} what="budgets" rows={2}>
        {({ budgets, month }) =>
          budgets.length === 0 ? (
            <Box sx={{ color: 'var(--muted)', maxWidth: 720 }}>
              A budget is what you mean to spend a month with a provider, in one currency. Your agents read what is left
              of it, and a notice says when 80 and 100 % are used. It pays and stops nothing.
            </Box>
          ) : (
            <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4, maxWidth: 720 }}>
              <Box sx={{ color: 'var(--muted)' }}>Compared with what was reported for {formatMonth(month)}</Box>
              {budgets
                .filter(({ notice }) => notice !== null)
                .map(({ provider, currency, notice, state }) => (
                  <Notice key={`${provider} ${currency}`} tone={state === 'reached' ? 'bad' : 'caution'}>
                    {notice}
                  </Notice>
                ))}
              {budgets.map((budget) => (
                <BudgetMeter
                  key={`${budget.provider} ${budget.currency}`}
                  budget={budget}
                  acts={<Acts budget={budget} onChange={setDraft} onRemove={setLeaving} />}
                />
              ))}
            </Box>
          )
        }
      </QueryState>
      {draft && <BudgetDialog draft={draft} onChange={setDraft} onClose={() => setDraft(null)} />}
      {leaving && <BudgetRemoveDialog budget={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  );
}

interface ActsProps {
  readonly budget: Budget;
  readonly onChange: (draft: BudgetDraft) => void;
  readonly onRemove: (budget: Budget) => void;
}

function Acts({ budget, onChange, onRemove }: ActsProps) {
  const { provider, currency } = budget;
  const name = `budget of the ${labelOfProvider(provider).toLowerCase()} in ${currency}`;
  return (
    <Box sx={{ display: 'inline-flex', gap: 1.5 }}>
      <Button
        size="small"
        variant="outlined"
        aria-label={`Change the ${name}`}
        onClick={() => onChange({ provider, currency, amount: '' })}
      >
        Change…
      </Button>
      <Button
        size="small"
        variant="outlined"
        color="error"
        aria-label={`Delete the ${name}`}
        onClick={() => onRemove(budget)}
      >
        Delete…
      </Button>
    </Box>
  );
}
