import { ownerOf } from '../../accounts/index.js';
import { firstDayOf } from '../../platform/database/month.type.js';
import { operation } from '../../platform/operation.js';
import { MONTHS_DEFAULT, type SpendingMonths, type SpendingMonthsArgs, type SpendingRow } from './budget.types.js';
import { monthOf, monthsUntil } from './month.rules.js';
import { readSpend } from './spend.query.js';

/** The reported charges of several months beside each other, this month last. No currency is converted and nothing is summed. */
export const readSpendingMonths = operation(
  {
    name: 'spendingMonths',
    who: ['session', 'workflow_token'],
    scope: 'project:read',
    accountLevel: true,
    limit: 'workflow',
  },
  async function spendingMonths(ctx, { months: wanted }: SpendingMonthsArgs): Promise<SpendingMonths> {
    const months = monthsUntil(monthOf(ctx.platform.clock.now()), wanted ?? MONTHS_DEFAULT);
    const [first] = months;
    const entries = await readSpend(ctx.em, ownerOf(ctx), (of) =>
      of
        .where('month', '>=', firstDayOf(first ?? ''))
        .orderBy('provider')
        .orderBy('currency')
        .orderBy('month'),
    );
    const rows = new Map<string, SpendingRow>();
    for (const { provider, currency, month, amountCents } of entries) {
      const at = months.indexOf(month);
      if (at < 0) continue;
      const name = `${provider} ${currency}`;
      const row = rows.get(name) ?? { provider, currency, amountsCents: months.map(() => null) };
      row.amountsCents[at] = amountCents;
      rows.set(name, row);
    }
    return { months, rows: [...rows.values()] };
  },
);
