import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement, type NamedValues } from '../../platform/database/bare-statement.js';
import { addDays, daysOf } from '../evidence/index.js';
import { FIRST_DAY, FOUR_WEEKS, IN_ACTIVITY, WEEK, WITH_LENGTHS } from '../periods/index.js';
import { type CompanyScope, IN_SCOPE, OF_FAMILY, readScoped } from './company-scope.read.js';

/** What is added up of someone's activity. */
export const SEEN = 'sum(events)::bigint as events, min(first_at) as first_at, max(last_at) as last_at';

const periodsOf = (days: number, firsts: string): string =>
  `adoption_period_activity where ${IN_SCOPE} and data_label = :label and days = ${days}
    and event_family = coalesce(:family, '') and first_day = any(:${firsts}::date[])`;

/**
 * The activity of a window, as what stands after `from`: added up by `who` over single days, and over the periods in place of others, which
 * is left to be added up once more. Only of a table by itself does the planner know how few groups there are, and reads it with several
 * processes. Its values are those of `readCover`.
 */
export function activityText(who: string, where = 'true'): string {
  const seen = (rows: string): string => `select ${who}, ${SEEN} from ${rows} and ${where} group by ${who}`;
  return `(
    ${seen(`adoption_activity where ${IN_SCOPE} and data_label = :label and day = any(:days::date[]) and ${OF_FAMILY}`)}
    union all ${seen(periodsOf(WEEK, 'weeks'))}
    union all ${seen(periodsOf(FOUR_WEEKS, 'fourweeks'))}) activity`;
}

/**
 * The periods within a window whose rows have all events: folding counts an event into `adoption_count` and into the activity at once, so
 * that one which came since they were compacted shows in the difference. Of several products all have to be complete.
 */
export const COMPLETE = new NamedStatement(
  { days: 'integer', first: 'text' },
  `with counted as (
  select length.days, ${FIRST_DAY} as first_day, sum(c.events) as events from adoption_count c ${WITH_LENGTHS}
  where ${IN_SCOPE} and ${IN_ACTIVITY} and c.data_label = :label and c.day between :from::date and :to::date group by 1, 2),
compacted as (
  select days, first_day, sum(events) as events from adoption_period
  where ${IN_SCOPE} and data_label = :label and first_day >= :from::date and first_day + days - 1 <= :to::date group by 1, 2)
select days, first_day::text as first from counted join compacted using (days, first_day, events) order by days desc, first_day`,
);

/** Which days of the window its activity is read of by themselves, and which periods stand for the others, as values of a statement. */
export async function readCover(em: EntityManager, scope: CompanyScope): Promise<NamedValues> {
  const { from } = scope.window;
  const left = new Set(Array.from({ length: daysOf(scope.window) }, (_none, n) => addDays(from, n)));
  const firsts = new Map<number, string[]>([
    [FOUR_WEEKS, []],
    [WEEK, []],
  ]);
  for (const { days, first } of await readScoped(em, COMPLETE, scope)) {
    if (!left.has(first)) continue; // a longer one stands for it
    firsts.get(days)?.push(first);
    for (let day = 0; day < days; day += 1) left.delete(addDays(first, day));
  }
  const listed = (days: Iterable<string> | undefined): string => `{${[...(days ?? [])].join()}}`;
  return { days: listed(left), weeks: listed(firsts.get(WEEK)), fourweeks: listed(firsts.get(FOUR_WEEKS)) };
}
