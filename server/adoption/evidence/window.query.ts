import { RETAINED_AFTER_HOURS } from '../evidence.rules.js';
import { type DayWindow, instantsOf } from './day.rules.js';

/** Labels of events that are counted; never both in one number (decisions §5). */
export type CountedLabel = 'first-party' | 'sample';

/** Part of a statement, and the values of its places. */
export interface SqlPart {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Of whom: of developers whose first activation lies in a window, or of those whom this table of the statement names, whenever it was. */
type Among = 'window' | 'page' | 'first' | 'found';

const IN_WINDOW = 'group by 1, 2 having min(activated_at) >= ?::timestamptz and min(activated_at) < ?::timestamptz';

/**
 * `evidence`: the first activation and the earliest return of developers in the products of the table `scope` (organization_id,
 * product_uuid). A developer of several products was activated by the first of them, and what was no return in one product may be one since
 * then.
 */
export const evidenceText = (among: Among): string => `firsts as (
  select organization_id, developer_id, min(activated_at) as activated_at, min(returned_at) as returned_at
  from adoption_developer join scope using (organization_id, product_uuid) where data_label = ?
    ${among === 'window' ? IN_WINDOW : `and developer_id in (select name from ${among}) group by 1, 2`}),
several as (select organization_id, product_uuid from scope where (select count(*) from scope) > 1),
evidence as materialized (
  select f.organization_id, f.developer_id, f.activated_at, least(f.returned_at, u.at) as returned_at
  from firsts f left join lateral (
    select min(first.at) as at from several s cross join lateral (
      select at from adoption_early_use c where c.organization_id = s.organization_id and c.product_uuid = s.product_uuid and c.data_label = ?
        and c.developer_id = f.developer_id and c.at >= f.activated_at + interval '${RETAINED_AFTER_HOURS} hours'
      order by at limit 1) first
    where s.organization_id = f.organization_id) u on true)`;

/** The same with its values. */
export const evidenceOf = (
  label: CountedLabel,
  where: { window: DayWindow } | { among: Exclude<Among, 'window'> },
): SqlPart =>
  'among' in where
    ? { text: evidenceText(where.among), values: [label, label] }
    : { text: evidenceText('window'), values: [label, ...instantsOf(where.window), label] };
