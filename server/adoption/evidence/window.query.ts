import { RETAINED_AFTER_HOURS } from '../evidence.rules.js';
import { type DayWindow, instantsOf } from './day.rules.js';

/** Labels of events that are counted; never both in one number (decisions §5). */
export type CountedLabel = 'first-party' | 'sample';

/** Part of a statement, and the values of its places. */
export interface SqlPart {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * `evidence`: the developers whose earliest activation in the products of the table `scope` (organization_id, product_uuid) lies in a
 * window, with their earliest return. A developer of several products was activated by the first of them, and what was no return in one
 * product may be one since then.
 */
export function evidenceWithin(label: CountedLabel, window: DayWindow): SqlPart {
  const [since, before] = instantsOf(window);
  return {
    text: `firsts as (
  select organization_id, developer_id, min(activated_at) as activated_at, min(returned_at) as returned_at
  from adoption_developer join scope using (organization_id, product_uuid) where data_label = ? group by 1, 2
  having min(activated_at) >= ?::timestamptz and min(activated_at) < ?::timestamptz),
early as (
  select organization_id, developer_id, at from adoption_early_use join scope using (organization_id, product_uuid)
  where data_label = ? and (select count(*) from scope) > 1),
evidence as materialized (
  select f.organization_id, f.developer_id, f.activated_at, least(f.returned_at, min(u.at)) as returned_at
  from firsts f left join early u on u.organization_id = f.organization_id and u.developer_id = f.developer_id
    and u.at >= f.activated_at + interval '${RETAINED_AFTER_HOURS} hours'
  group by f.organization_id, f.developer_id, f.activated_at, f.returned_at)`,
    values: [label, since, before, label],
  };
}
