import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement } from '../../platform/database/bare-statement.js';
import { addDays, type DayWindow, evidenceText } from '../evidence/index.js';
import { MATURED_AFTER_HOURS } from '../evidence.rules.js';
import { bitOf, chunkOf, NO_BITS } from '../presence.rules.js';
import { type CompanyScope, IN_SCOPE, readScoped, SCOPE } from './company-scope.read.js';

export interface Returned {
  readonly matured: number;
  readonly returned: number;
}

const BITS = bitOf('n.number');

export const RETURNED = new NamedStatement(
  { matured: 'bigint', returned: 'bigint' },
  `with ${SCOPE},
${evidenceText('window')},
of_family as (
  select chunk, bit_or(bits) as bits from adoption_presence
  where ${IN_SCOPE} and data_label = :label and day between :from::date and :to::date and kind = 'developer' and event_family = :family group by 1),
activated as materialized (
  select ${chunkOf('n.number')} as chunk, bit_or(${BITS}) as bits,
    bit_or(case when e.returned_at < e.activated_at + interval '${MATURED_AFTER_HOURS} hours' then ${BITS} else ${NO_BITS} end) as returned
  from evidence e join adoption_subject n on n.organization_id = e.organization_id and n.name = e.developer_id
  where n.organization_id = :organization::uuid and n.kind = 'developer' group by 1),
counted as (
  select bits, returned from activated where :family::text is null
  union all
  select a.bits & f.bits, a.returned & f.bits from activated a join of_family f using (chunk) where :family::text is not null)
select coalesce(sum(bit_count(bits)), 0)::bigint as matured, coalesce(sum(bit_count(returned)), 0)::bigint as returned from counted`,
);

/**
 * Developers who activated in the window 14 days earlier, and how many of them returned before 14 × 24 hours had passed: each had the same time,
 * so that windows can be compared. In a view of one family those with an event of it in that earlier window, as among the activated.
 */
export async function readReturned(em: EntityManager, scope: CompanyScope, { from, to }: DayWindow): Promise<Returned> {
  const days = -MATURED_AFTER_HOURS / 24;
  const window = { from: addDays(from, days), to: addDays(to, days) };
  const [row] = await readScoped(em, RETURNED, { ...scope, window });
  return { matured: Number(row?.matured ?? 0), returned: Number(row?.returned ?? 0) };
}
