import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement } from '../../platform/database/bare-statement.js';
import type { DayWindow } from '../evidence/index.js';
import { type CompanyScope, IN_SCOPE, readScoped } from './company-scope.read.js';

export interface NewDevelopers {
  readonly newDevelopers: number;
  readonly newActivated: number;
}

/** `newcomers`: developers whose earliest counted event lies in the window. */
const NEWCOMERS = `newcomers as materialized (
  select developer_id from adoption_activity where ${IN_SCOPE} and data_label = :label
  group by 1 having min(first_at) >= :since::timestamptz and min(first_at) < :before::timestamptz)`;

export const NEW_DEVELOPERS = new NamedStatement(
  { developers: 'bigint', activated: 'bigint' },
  `with ${NEWCOMERS},
of_family as (
  select distinct developer_id from adoption_activity
  where ${IN_SCOPE} and data_label = :label and event_family = :family and day between :from::date and :to::date),
activated as (
  select distinct developer_id from adoption_developer where ${IN_SCOPE} and data_label = :label and activated_at < :before::timestamptz)
select count(*) as developers, count(a.developer_id) as activated from newcomers n left join activated a using (developer_id)
where :family::text is null or n.developer_id in (select developer_id from of_family)`,
);

/** How many developers are new in a window, and how many of them activated by its end; in a view of one family those with an event of it. */
export async function readNewDevelopers(
  em: EntityManager,
  scope: CompanyScope,
  window: DayWindow,
): Promise<NewDevelopers> {
  const [row] = await readScoped(em, NEW_DEVELOPERS, { ...scope, window });
  return { newDevelopers: Number(row?.developers ?? 0), newActivated: Number(row?.activated ?? 0) };
}
