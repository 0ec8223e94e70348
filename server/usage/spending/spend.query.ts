import type { EntityManager } from '@mikro-orm/postgresql';
import { firstDayOf } from '../../platform/database/month.type.js';
import { insertUnlessTaken } from '../../platform/database/rows.insert.js';
import { type Narrow, readRows, rowReader, type TableOf } from '../../platform/database/rows.read.js';
import { publicId } from '../../platform/ids.js';
import { SpendEntry } from './spend.entity.js';
import type { MonthlySpendInput, RemoveSpendInput } from './spend.types.js';

/** Entries of a person (a bare UUID) that a condition finds, to be read. */
export const readSpend = (em: EntityManager, userUuid: string, narrow: Narrow<SpendEntry>): Promise<SpendEntry[]> =>
  readRows(em, SpendEntry, (of) => narrow(of.where('user_id', '=', userUuid)));

/** The entry of a provider, month and currency, to be changed: locked until the transaction ends. Null where there is none. */
export async function lockSpend(
  em: EntityManager,
  userUuid: string,
  { provider, month, currency }: RemoveSpendInput,
): Promise<SpendEntry | null> {
  const entry = rowReader(em, SpendEntry, 't');
  const row = await em
    .getKysely<{ readonly monthly_spend: TableOf<SpendEntry> }>()
    .selectFrom('monthly_spend as t')
    .select([...entry.columns])
    .where('user_id', '=', userUuid)
    .where('provider', '=', provider)
    .where('month', '=', firstDayOf(month))
    .where('currency', '=', currency)
    .forUpdate()
    .executeTakeFirst();
  return row ? entry.manage(em, row) : null;
}

/** Stores the first entry of a provider, month and currency; the caller holds the person's lock, so that there is none yet. */
export async function insertSpend(
  em: EntityManager,
  userUuid: string,
  input: MonthlySpendInput,
  at: Date,
): Promise<SpendEntry> {
  const { provider, month, currency, amountCents, source } = input;
  const key = { userId: publicId('usr', userUuid), provider, month, currency };
  const inserted = await insertUnlessTaken(
    em,
    SpendEntry,
    { ...key, amountCents, source, createdAt: at, updatedAt: at },
    ['userId', 'provider', 'month', 'currency'],
  );
  if (!inserted) throw new Error('an entry was stored without the lock of its person');
  return rowReader(em, SpendEntry, 't').readInserted(inserted);
}
