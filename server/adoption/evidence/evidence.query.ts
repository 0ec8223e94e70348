import { RETAINED_AFTER_HOURS } from '../rollup.rules.js';

/** Labels of events that are counted; never both in one number (decisions §5). */
export type CountedLabel = 'first-party' | 'sample';

/** A table is asked by its organization as a value: a distributed database finds its shard by that, and by no join. */
export const OF_ORGANIZATION = 'organization_id = :organization::uuid';
/** The table of the products, as the first part of a statement that joins it. */
export const SCOPE =
  'scope as not materialized (select :organization::uuid as organization_id, unnest(:products::uuid[]) as product_uuid)';

/** Selects developers by a window of their first activation, or by the names in a table of the statement. */
type Among = 'window' | 'page' | 'first' | 'found';

/** Whether a table has anything of a product `s`, by the first entry of its key. */
const anyOf = (table: 'adoption_developer' | 'adoption_early_use'): string => `coalesce((
    select true from ${table} t where t.${OF_ORGANIZATION} and t.product_uuid = s.product_uuid and t.data_label = :label
    order by t.developer_id limit 1), false)`;

/**
 * `evidence`: the first activation and the earliest return of developers in the products of the table `scope` (organization_id,
 * product_uuid), all of `:organization`, under `:label`, and of a window between `:since` and `:before`. A developer of several products was activated by the first
 * of them, and what was no return in one product may be one since then. The end of a window is a condition by itself: of both in one place
 * the planner expects one developer in two hundred, and joins by a loop.
 */
export function evidenceText(among: Among): string {
  const named = among === 'window' ? '' : `and developer_id in (select name from ${among})`;
  const begun = among === 'window' ? 'having min(activated_at) >= :since::timestamptz' : '';
  const ended = among === 'window' ? 'where activated_at < :before::timestamptz' : '';
  return `firsts as materialized (
  select * from (
    select organization_id, developer_id, min(activated_at) as activated_at, min(returned_at) as returned_at
    from adoption_developer join scope using (organization_id, product_uuid)
    where adoption_developer.${OF_ORGANIZATION} and data_label = :label ${named} group by 1, 2 ${begun} offset 0) f
  ${ended}),
used as materialized (select organization_id, product_uuid from scope s where ${anyOf('adoption_developer')} or ${anyOf('adoption_early_use')}),
several as (select * from used where (select count(*) from used) > 1),
evidence as materialized (
  select organization_id, developer_id, min(activated_at) as activated_at, min(returned_at) as returned_at from (
    select organization_id, developer_id, activated_at, returned_at from firsts
    union all
    select f.organization_id, f.developer_id, f.activated_at, u.at from several s join firsts f using (organization_id) cross join lateral (
      select at from adoption_early_use c where c.${OF_ORGANIZATION} and c.product_uuid = s.product_uuid and c.data_label = :label
        and c.developer_id = f.developer_id and c.at >= f.activated_at + interval '${RETAINED_AFTER_HOURS} hours'
      order by at limit 1) u) proofs
  group by 1, 2)`;
}
