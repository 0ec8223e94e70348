import type { TestApp } from './app.js';
import { type Call, read, write } from './calls.js';
import { allowance, charge } from './spending.js';

const inputOf = ({ type: _type, ...input }: Record<string, unknown>): Record<string, unknown> => input;
const ENTRY = charge({ amountCents: undefined, source: undefined });
const BUDGET = { provider: 'search_api', currency: 'EUR' };

/** How the operations of monthly spending and the coding agent's allowance are called. */
export const spendingCallsOf = (app: TestApp): Record<string, Call> => ({
  spending: read('spending', '{ month }'),
  spendingMonths: read('spendingMonths', '{ months }'),
  setSpendBudget: write('setSpendBudget', 'SpendBudgetInput', '{ amountCents }', () => ({
    ...BUDGET,
    amountCents: 5_000,
  })),
  removeSpendBudget: write('removeSpendBudget', 'RemoveSpendBudgetInput', '{ removed }', () => BUDGET),
  recordSpend: write('recordSpend', 'MonthlySpendInput', '{ replaced }', () => inputOf(charge())),
  removeSpend: write('removeSpend', 'RemoveSpendInput', '{ removed }', () => inputOf(ENTRY)),
  saveCodexSnapshot: write('saveCodexSnapshot', 'CodexSnapshotInput', '{ updated }', () => inputOf(allowance(app))),
  removeCodexSnapshot: { document: 'mutation { removeCodexSnapshot { removed } }', variables: () => ({}) },
});
