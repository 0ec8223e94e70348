import Box from '@mui/material/Box';
import { Link } from 'react-router-dom';
import { Panel, PanelLine, PanelLines } from '../components/Panel.js';
import { QueryState } from '../components/QueryState.js';
import type { CodexWindow, SpendingMonth } from '../providers/generated/operations.js';
import { BudgetMeter } from '../spending/BudgetMeter.js';
import { formatMonth } from '../spending/months.js';
import { labelOfEntry, labelOfProvider } from '../spending/spend.labels.js';
import { useSpending } from '../spending/useSpending.js';
import { WindowMeter } from '../spending/WindowMeter.js';

/** The month's reported charges, the budgets beside them, and the rest of the agent's allowance. */
export function MonthPanel() {
  const spending = useSpending(null);
  return (
    <Panel
      title={spending.data ? `Spending in ${formatMonth(spending.data.month)}` : 'Spending this month'}
      aside={<Link to="/me/spending">Spending</Link>}
    >
      <QueryState query={spending} what="spending" rows={3}>
        {(month) => <Month month={month} />}
      </QueryState>
    </Panel>
  );
}

function Month({ month: { monthlyEntries, budgets, codexSnapshot } }: { month: SpendingMonth }) {
  const windows = [codexSnapshot?.primary, codexSnapshot?.secondary].filter(
    (window): window is CodexWindow => window !== null && window !== undefined,
  );
  const free = monthlyEntries.filter(
    (entry) => !budgets.some(({ provider, currency }) => provider === entry.provider && currency === entry.currency),
  );
  if (monthlyEntries.length === 0 && budgets.length === 0 && windows.length === 0)
    return (
      <span>
        Nothing was reported for this month. <Link to="/me/spending">Report an amount or set a budget</Link>.
      </span>
    );
  return (
    <>
      {(free.length > 0 || budgets.length > 0) && (
        <PanelLines>
          {budgets.map((budget) => (
            <Box component="li" key={`${budget.provider} ${budget.currency}`}>
              <BudgetMeter budget={budget} />
            </Box>
          ))}
          {free.map((entry) => (
            <PanelLine
              key={`${entry.provider} ${entry.currency}`}
              name={labelOfProvider(entry.provider)}
              fact={`${labelOfEntry(entry)}, no budget`}
            />
          ))}
        </PanelLines>
      )}
      {windows.map((window, slot) => (
        // Two windows may have the same duration, so that their place is their identity.
        <WindowMeter key={SLOTS[slot]} window={window} />
      ))}
    </>
  );
}

const SLOTS = ['first', 'second'] as const;
