import type { EntityManager } from '@mikro-orm/postgresql';
import { type DayWindow, instantsOf } from '../evidence/index.js';
import { CHUNK_BITS, chunkOf } from '../presence.rules.js';
import type { CompanyScope } from './company-scope.read.js';

/** How many accounts have their earliest activation in a window; in a view of one family those with an event of it. */
export async function readNewAccounts(
  em: EntityManager,
  { scope, counted, family }: CompanyScope,
  window: DayWindow,
): Promise<number> {
  const ofFamily = family
    ? `where exists (
  select 1 from adoption_subject n join adoption_presence p on p.organization_id = n.organization_id and p.chunk = ${chunkOf('n.number')}
    join scope s on s.organization_id = p.organization_id and s.product_uuid = p.product_uuid
  where n.organization_id = f.organization_id and n.kind = 'account' and n.name = f.account_domain and p.kind = 'account' and p.data_label = ?
    and p.day between ?::date and ?::date and p.event_family = ? and get_bit(p.bits, n.number % ${CHUNK_BITS}) = 1)`
    : '';
  const [row] = await em.execute<[{ accounts: string }]>(
    `with ${scope.text},
firsts as (
  select organization_id, account_domain from adoption_account join scope using (organization_id, product_uuid) where data_label = ?
  group by 1, 2 having min(activated_at) >= ?::timestamptz and min(activated_at) < ?::timestamptz)
select count(*) as accounts from firsts f ${ofFamily}`,
    [...scope.values, counted, ...instantsOf(window), ...(family ? [counted, window.from, window.to, family] : [])],
  );
  return Number(row.accounts);
}
