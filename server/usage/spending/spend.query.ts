import type { EntityManager } from '@mikro-orm/postgresql';
import { selectRows } from '../../platform/database/kysely.js';
import { firstDayOf } from '../../platform/database/month.type.js';
import type { Row } from '../../platform/row.types.js';
import { SpendEntry } from './spend.entity.js';

/** Entries of a person (a bare UUID) that a condition finds, to be read. */
export async function readSpend(
  em: EntityManager,
  userUuid: string,
  narrow: (entries: SpendSelection) => SpendSelection,
): Promise<Row<SpendEntry>[]> {
  const rows = await narrow(selectSpend(em, userUuid)).execute();
  return rows.map((row) => ({ ...row, month: row.month.slice(0, MONTH_LENGTH) }));
}
const selectSpend = (em: EntityManager, userUuid: string) => selectRows(em, SpendEntry).where('user_id', '=', userUuid);
type SpendSelection = ReturnType<typeof selectSpend>;
/** The column holds the first day of the month. */
const MONTH_LENGTH = 'YYYY-MM'.length;

/** The entries of one month in the order of provider and currency. */
export const readSpendOfMonth = (em: EntityManager, userUuid: string, month: string): Promise<Row<SpendEntry>[]> =>
  readSpend(em, userUuid, (of) => of.where('month', '=', firstDayOf(month)).orderBy('provider').orderBy('currency'));
