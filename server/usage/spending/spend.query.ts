import type { EntityManager } from '@mikro-orm/postgresql';
import type { SpendCurrency } from '../currency.rules.js';
import type { SpendEntry, SpendProvider, SpendSource } from './spend.types.js';

interface SpendRow {
  provider: SpendProvider;
  month: string;
  currency: SpendCurrency;
  amount_cents: string;
  source: SpendSource;
  updated_at: string;
}

/** The columns of an entry as a raw statement answers them: the month as text, so that no time zone moves it. */
export const SPEND_COLUMNS = `provider, to_char(month, 'YYYY-MM') as month, currency, amount_cents, source, updated_at`;

/** One stored month as a day that PostgreSQL takes. */
export const firstDayOf = (month: string): string => `${month}-01`;

/** Entries that a condition in SQL with bind values finds, with what follows it. */
export async function findSpend(em: EntityManager, condition: string, values: unknown[]): Promise<SpendEntry[]> {
  const rows = await em.execute<SpendRow[]>(`select ${SPEND_COLUMNS} from monthly_spend where ${condition}`, values);
  return rows.map((row) => ({
    provider: row.provider,
    month: row.month,
    currency: row.currency,
    amountCents: Number(row.amount_cents), // at most 100,000,000,000, so exact
    source: row.source,
    updatedAt: new Date(row.updated_at),
  }));
}
