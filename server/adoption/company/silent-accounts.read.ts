import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement } from '../../platform/database/bare-statement.js';
import { addDays } from '../evidence/index.js';
import { CHUNK_BITS, chunkOf } from '../presence.rules.js';
import { type CompanyScope, IN_SCOPE, readScoped } from './company-scope.read.js';

/** Without an event for so many closed days an account is silent (decisions §9). */
const SILENT_DAYS = 14;
/** How far back the day of a last event is looked for: an account that fell silent earlier is counted, and named without it. */
const LOOK_BACK_DAYS = 90;
const NAMED_MAX = 5;

/** An account that activated and has been silent since. */
export interface SilentAccount {
  readonly accountDomain: string;
  readonly lastDay: string | null;
  /** Its first activation. */
  readonly eventId: string;
}

export interface SilentAccounts {
  /** How many accounts ever activated. */
  readonly activated: number;
  readonly silent: number;
  /** How many had been silent when the window began. */
  readonly silentBefore: number;
  readonly named: readonly SilentAccount[];
}

/** Whether the account `n` has a bit in `p`, which may have no row of its chunk. */
const isIn = (p: string): string => `coalesce(get_bit(${p}.bits, n.number % ${CHUNK_BITS}) = 1, false)`;
/** The accounts that were there on some days, as bits by chunk. */
const present = (name: string, days: string): string => `${name} as materialized (
  select chunk, bit_or(bits) as bits from adoption_presence where ${IN_SCOPE} and data_label = :label and kind = 'account' and ${days} group by 1)`;

export const SILENT_ACCOUNTS = new NamedStatement(
  {
    activated: 'bigint',
    silent: 'bigint',
    before: 'bigint',
    name: 'text?',
    last_day: 'text?',
    event_id: 'uuid?',
  },
  `with firsts as (
  select distinct on (account_domain) account_domain as name, activated_at, activation_event_id as event_id from adoption_account
  where ${IN_SCOPE} and data_label = :label order by account_domain, activated_at, activation_event_id),
known as materialized (
  select f.*, n.number from firsts f join adoption_subject n on n.organization_id = :organization::uuid and n.kind = 'account' and n.name = f.name),
${present('recent', 'day >= :recent::date')},
${present('early', 'day >= :early::date and day < :begin::date')},
silent as materialized (
  select n.* from known n left join recent p on p.chunk = ${chunkOf('n.number')} where not ${isIn('p')}),
days as materialized (
  select day, chunk, bit_or(bits) as bits from adoption_presence
  where ${IN_SCOPE} and data_label = :label and kind = 'account' and day >= :oldest::date and day < :recent::date group by 1, 2),
named as (
  select n.name, n.event_id, max(p.day) as last_day from silent n left join days p on p.chunk = ${chunkOf('n.number')} and ${isIn('p')}
  group by 1, 2 order by last_day desc nulls last, n.name limit ${NAMED_MAX}),
counts as (
  select (select count(*) from known) as activated, (select count(*) from silent) as silent, (
    select count(*) from known n left join early p on p.chunk = ${chunkOf('n.number')}
    where n.activated_at < :begin::date::timestamp at time zone 'utc' and not ${isIn('p')}) as before)
select c.*, n.name, n.last_day::text as last_day, n.event_id from counts c left join named n on true order by n.last_day desc nulls last, n.name`,
);

/** The accounts of the scope that activated and had no event in the 14 closed days before today, nor today. */
export async function readSilentAccounts(
  em: EntityManager,
  scope: CompanyScope,
  today: string,
): Promise<SilentAccounts> {
  const begin = scope.window.from;
  const rows = await readScoped(em, SILENT_ACCOUNTS, scope, {
    begin,
    early: addDays(begin, -SILENT_DAYS),
    recent: addDays(today, -SILENT_DAYS),
    oldest: addDays(today, -LOOK_BACK_DAYS),
  });
  const [counts] = rows;
  return {
    activated: Number(counts?.activated ?? 0),
    silent: Number(counts?.silent ?? 0),
    silentBefore: Number(counts?.before ?? 0),
    named: rows.flatMap(({ name, last_day, event_id }) =>
      name === null || event_id === null ? [] : [{ accountDomain: name, lastDay: last_day, eventId: event_id }],
    ),
  };
}
