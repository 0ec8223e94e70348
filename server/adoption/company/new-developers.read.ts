import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement } from '../../platform/database/bare-statement.js';
import type { DayWindow } from '../evidence/index.js';
import { CHUNK_BITS, chunkOf } from '../presence.rules.js';
import { type CompanyScope, IN_SCOPE, readScoped } from './company-scope.read.js';

export interface NewDevelopers {
  readonly newDevelopers: number;
  readonly newActivated: number;
}

/**
 * `newcomers`: developers whose earliest counted event of all lies in the window, with the campaign that it names, and whether they activated
 * by the window's end. Only those of the window are looked up in the other products and among the activated.
 */
export const NEWCOMERS = `recent as materialized (
  select developer_id, at, event_id, campaign_id, campaign_source from adoption_first_seen
  where ${IN_SCOPE} and data_label = :label and at >= :since::timestamptz and at < :before::timestamptz),
newcomers as materialized (
  select distinct on (developer_id) developer_id, campaign_id, campaign_source, exists (
    select 1 from adoption_developer a where a.organization_id = :organization::uuid and a.product_uuid = any(:products::uuid[])
      and a.data_label = :label and a.developer_id = r.developer_id and a.activated_at < :before::timestamptz) as activated
  from recent r where not exists (
    select 1 from adoption_first_seen o where o.organization_id = :organization::uuid and o.product_uuid = any(:products::uuid[])
      and o.data_label = :label and o.developer_id = r.developer_id and o.at < :since::timestamptz)
  order by developer_id, at, event_id)`;

export const NEW_DEVELOPERS = new NamedStatement(
  { developers: 'bigint', activated: 'bigint' },
  `with ${NEWCOMERS},
of_family as materialized (
  select chunk, bit_or(bits) as bits from adoption_presence
  where ${IN_SCOPE} and data_label = :label and day between :from::date and :to::date and kind = 'developer' and event_family = :family group by 1)
select count(*) as developers, count(*) filter (where activated) as activated from newcomers c
where :family::text is null or exists (
  select 1 from adoption_subject n join of_family f on f.chunk = ${chunkOf('n.number')}
  where n.organization_id = :organization::uuid and n.kind = 'developer' and n.name = c.developer_id
    and get_bit(f.bits, n.number % ${CHUNK_BITS}) = 1)`,
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
