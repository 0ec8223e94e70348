import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement } from '../../platform/database/bare-statement.js';
import type { DayWindow } from '../evidence/index.js';
import { CHUNK_BITS, chunkOf } from '../presence.rules.js';
import { type CompanyScope, readScoped, SCOPE } from './company-scope.read.js';

export const NEW_ACCOUNTS = new NamedStatement(
  { accounts: 'bigint' },
  `with ${SCOPE},
firsts as (
  select organization_id, account_domain from adoption_account join scope using (organization_id, product_uuid) where data_label = :label
  group by 1, 2 having min(activated_at) >= :since::timestamptz and min(activated_at) < :before::timestamptz)
select count(*) as accounts from firsts f where :family::text is null or exists (
  select 1 from adoption_subject n join adoption_presence p on p.organization_id = n.organization_id and p.chunk = ${chunkOf('n.number')}
    join scope s on s.organization_id = p.organization_id and s.product_uuid = p.product_uuid
  where n.organization_id = f.organization_id and n.kind = 'account' and n.name = f.account_domain and p.kind = 'account' and p.data_label = :label
    and p.day between :from::date and :to::date and p.event_family = :family and get_bit(p.bits, n.number % ${CHUNK_BITS}) = 1)`,
);

/** How many accounts have their earliest activation in a window; in a view of one family those with an event of it. */
export async function readNewAccounts(em: EntityManager, scope: CompanyScope, window: DayWindow): Promise<number> {
  const [row] = await readScoped(em, NEW_ACCOUNTS, { ...scope, window });
  return Number(row?.accounts ?? 0);
}
