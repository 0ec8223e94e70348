import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement } from '../../platform/database/bare-statement.js';
import type { DayWindow } from '../day.rules.js';
import { evidenceText, OF_ORGANIZATION, SCOPE } from '../evidence/index.js';
import { CHUNK_BITS, chunkOf, NO_BITS } from '../rollup.rules.js';
import { type CompanyScope, IN_SCOPE, OF_FAMILY, readScoped } from './company-scope.query.js';

/** An account is quiet after so many days without an event, where it came on several days of the window before them. */
export const QUIET_DAYS = 7;
const CAME_DAYS_MIN = 4;
/** An account grew by at least so many developers. */
const GREW_MIN = 2;

/** `quiet`: accounts of a window with events on at least four of its days and on none of its last seven, by the bits of their presence. */
export const QUIET = `days_of as materialized (
  select day, chunk, bit_or(bits) as bits from adoption_presence
  where ${IN_SCOPE} and data_label = :label and kind = 'account' and day between :from::date and :to::date and ${OF_FAMILY} group by 1, 2),
lately as (select chunk, bit_or(bits) as bits from days_of where day > :to::date - ${QUIET_DAYS} group by 1),
silent as materialized (
  select d.day, d.chunk, d.bits & ~coalesce(l.bits, ${NO_BITS}) as bits from days_of d left join lately l using (chunk)
  where d.day <= :to::date - ${QUIET_DAYS}),
quiet as materialized (
  select n.name, count(*) as days, max(s.day) as last from adoption_subject n join silent s on s.chunk = ${chunkOf('n.number')}
  where n.${OF_ORGANIZATION} and n.kind = 'account' and get_bit(s.bits, n.number % ${CHUNK_BITS}) = 1
  group by n.name having count(*) >= ${CAME_DAYS_MIN})`;

/** `grew`: accounts with more developers in the second half of a window than in the first, and by how many; the middle of an odd one is in neither. */
export const GREW = `half as (select (:to::date - :from::date + 1) / 2 as days),
grew as materialized (
  select name, before, after from (
    select account_domain as name, count(*) filter (where early) as before, count(*) filter (where late) as after from (
      select account_domain, bool_or(day < :from::date + days) as early, bool_or(day > :to::date - days) as late from adoption_activity, half
      where ${IN_SCOPE} and data_label = :label and day between :from::date and :to::date and account_domain <> '' and ${OF_FAMILY}
      group by account_domain, developer_id) seen
    group by account_domain) halves
  where after - before >= ${GREW_MIN})`;

/** Accounts that went quiet, those whose silence is youngest first. */
export const QUIET_ACCOUNTS = new NamedStatement(
  { name: 'text', days: 'bigint', last: 'text', accounts: 'bigint' },
  `with ${QUIET}
select name, days, last::text as last, count(*) over () as accounts from quiet q order by q.last desc, days desc, name limit 1`,
);

/** Accounts that grew, the most first. */
export const GROWN_ACCOUNTS = new NamedStatement(
  { name: 'text', before: 'bigint', after: 'bigint', accounts: 'bigint' },
  `with ${GREW}
select name, before, after, count(*) over () as accounts from grew order by after - before desc, after desc, name limit 1`,
);

/** Accounts whose developers activated in a window, with the campaign that brought most of them. */
export const ACTIVATING_ACCOUNTS = new NamedStatement(
  {
    name: 'text',
    developers: 'bigint',
    campaign_id: 'text?',
    campaign_source: 'text?',
    brought: 'bigint?',
  },
  `with ${SCOPE},
${evidenceText('window')},
acts as materialized (
  select distinct e.developer_id, a.account_domain from evidence e join adoption_activity a on a.developer_id = e.developer_id
  where a.${OF_ORGANIZATION} and a.product_uuid = any(:products::uuid[]) and a.data_label = :label
    and a.day between :from::date and :to::date and a.account_domain <> ''),
most as (select account_domain, count(*) as developers from acts group by 1 order by 2 desc, 1 limit :limit),
firsts_seen as (
  select distinct on (developer_id) developer_id, campaign_id, campaign_source from adoption_first_seen
  where ${IN_SCOPE} and data_label = :label and developer_id in (select developer_id from acts join most using (account_domain))
  order by developer_id, at, event_id),
campaigns as (
  select account_domain, campaign_id, campaign_source, count(*) as brought from acts join most using (account_domain)
    join firsts_seen using (developer_id) where campaign_id is not null group by 1, 2, 3)
select m.account_domain as name, m.developers, c.campaign_id, c.campaign_source, c.brought
from most m left join lateral (
  select * from campaigns c where c.account_domain = m.account_domain order by brought desc, campaign_id, campaign_source limit 1) c on true
order by m.developers desc, m.account_domain`,
);

export interface QuietAccount {
  readonly accountDomain: string;
  /** Days of the window with an event, and the last of them. */
  readonly days: number;
  readonly lastDay: string;
  /** How many accounts went quiet. */
  readonly accounts: number;
}

/** The account that went quiet last; null where none did. */
export async function readQuiet(em: EntityManager, scope: CompanyScope): Promise<QuietAccount | null> {
  const [row] = await readScoped(em, QUIET_ACCOUNTS, scope);
  return row
    ? { accountDomain: row.name, days: Number(row.days), lastDay: row.last, accounts: Number(row.accounts) }
    : null;
}

export interface GrownAccount {
  readonly accountDomain: string;
  /** Developers of the first and of the second half of the window. */
  readonly before: number;
  readonly after: number;
  /** How many accounts grew. */
  readonly accounts: number;
}

/** The account that grew most in a window; null where none did. */
export async function readGrown(
  em: EntityManager,
  scope: CompanyScope,
  window: DayWindow,
): Promise<GrownAccount | null> {
  const [row] = await readScoped(em, GROWN_ACCOUNTS, { ...scope, window });
  return row
    ? {
        accountDomain: row.name,
        before: Number(row.before),
        after: Number(row.after),
        accounts: Number(row.accounts),
      }
    : null;
}

export interface ActivatingAccount {
  readonly accountDomain: string;
  readonly developers: number;
  readonly campaign: {
    readonly campaignId: string;
    readonly source: string | null;
    readonly developers: number;
  } | null;
}

/** The accounts with most developers whose first activation lies in a window. */
export async function readActivating(
  em: EntityManager,
  scope: CompanyScope,
  window: DayWindow,
  limit: number,
): Promise<ActivatingAccount[]> {
  const rows = await readScoped(em, ACTIVATING_ACCOUNTS, { ...scope, window }, { limit });
  return rows.map(({ name, developers, campaign_id, campaign_source, brought }) => ({
    accountDomain: name,
    developers: Number(developers),
    campaign:
      campaign_id === null
        ? null
        : { campaignId: campaign_id, source: campaign_source, developers: Number(brought ?? 0) },
  }));
}
