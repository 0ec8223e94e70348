import { bitOf, chunkOf } from '../presence.rules.js';

/**
 * Who was there in the window: `numbered` gives each new name the next number of the organization (nothing else does meanwhile: the
 * watermark is locked), and a bit that is set already changes nothing. A full join is never a loop over both sides: the cost is that of
 * the window, whatever the planner expects of it.
 */
export const PRESENT = `subjects as materialized (
  select s.*, n.number from (
    select distinct organization_id, 'developer' as kind, developer_id as name from fresh where counts
    union all select distinct organization_id, 'account', account_domain from fresh where counts and account_domain is not null) s
    left join lateral (
      select number from adoption_subject n where n.organization_id = s.organization_id and n.kind = s.kind and n.name = s.name limit 1) n on true),
numbered as materialized (
  select organization_id, kind, name, number, false as is_new from subjects where number is not null
  union all
  select organization_id, kind, name, coalesce((
      select max(n.number) from adoption_subject n where n.organization_id = s.organization_id and n.kind = s.kind), -1)
    + (row_number() over (partition by organization_id, kind order by name))::int, true
  from subjects s where number is null),
added as (
  insert into adoption_subject (organization_id, kind, name, number) select organization_id, kind, name, number from numbered where is_new),
presence as (
  insert into adoption_presence as c (organization_id, product_uuid, data_label, day, kind, event_family, chunk, bits)
  select f.organization_id, f.product_uuid, f.data_label, f.day, 'developer', f.event_family, ${chunkOf('n.number')}, bit_or(${bitOf('n.number')})
  from fresh f full join (select * from numbered where kind = 'developer') n on n.organization_id = f.organization_id and n.name = f.developer_id
  where coalesce(f.counts, false) group by 1, 2, 3, 4, 6, 7
  union all
  select f.organization_id, f.product_uuid, f.data_label, f.day, 'use', '', ${chunkOf('n.number')}, bit_or(${bitOf('n.number')})
  from fresh f full join (select * from numbered where kind = 'developer') n on n.organization_id = f.organization_id and n.name = f.developer_id
  where coalesce(f.counts and (f.activates or f.returns), false) group by 1, 2, 3, 4, 7
  union all
  select f.organization_id, f.product_uuid, f.data_label, f.day, 'account', f.event_family, ${chunkOf('n.number')}, bit_or(${bitOf('n.number')})
  from fresh f full join (select * from numbered where kind = 'account') n on n.organization_id = f.organization_id and n.name = f.account_domain
  where coalesce(f.counts and f.account_domain is not null, false) group by 1, 2, 3, 4, 6, 7
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict (organization_id, product_uuid, data_label, day, kind, event_family, chunk)
  do update set bits = c.bits | excluded.bits where c.bits | excluded.bits <> c.bits)`;
