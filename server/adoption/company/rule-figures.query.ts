import type { EntityManager } from '@mikro-orm/postgresql';
import { NamedStatement } from '../../platform/database/bare-statement.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { EventFamilyName, readRefusedByCode } from '../../tracking/index.js';
import { addDays, type DayWindow, precedingWindow } from '../day.rules.js';
import type { EventCount } from '../rollup.entity.js';
import { CHUNK_BITS, chunkOf } from '../rollup.rules.js';
import type {
  AdoptionOfCampaign,
  AdoptionOfToolCall,
  AdoptionTotals,
  CompanyAdoption,
} from './company-adoption.types.js';
import { type CompanyScope, IN_SCOPE, inProducts, readScope, readScoped, readSnapshot } from './company-scope.query.js';
import { type CompanyFiguresQuestion, viewOf } from './company-view.operations.js';
import { readRanked } from './ranked.query.js';
import { readWindowReceipts, type WindowReceipts } from './receipts.query.js';
import { readToolCalls, readTotals } from './totals.query.js';

/** Figures that rules about a product compare: a window, the one before it, and totals of all time. */
export interface RuleFigures {
  readonly label: CompanyScope['label'];
  readonly window: DayWindow;
  readonly asOf: Date;
  readonly totals: AdoptionTotals;
  readonly previous: AdoptionTotals;
  readonly toolCalls: readonly AdoptionOfToolCall[];
  readonly previousToolCalls: readonly AdoptionOfToolCall[];
  readonly campaigns: readonly AdoptionOfCampaign[];
  readonly refusedByCode: readonly { readonly code: string; readonly refused: number }[];
  readonly accounts: SilentAccounts;
  readonly familiesEver: readonly { readonly family: EventFamilyName; readonly events: number }[];
}

/** A report's numbers: the company view of its window, its receipts, and what the rules say by their own window. */
export interface ReportFigures {
  readonly view: CompanyAdoption;
  readonly receipts: WindowReceipts;
  readonly rules: RuleFigures;
}

/** The figures of the rules alone, from one snapshot of the database. */
export const readRuleFigures = (em: EntityManager, question: CompanyFiguresQuestion): Promise<RuleFigures> => {
  const { organizationId, productId, window, asOf } = question;
  return readSnapshot(em, { organizationId, productId, ...window }, asOf, (tx, scope) => rulesOf(tx, scope, asOf));
};

/** The company view's answer for a window, number by number, with receipts and the figures of the rules, all from one snapshot. */
export const readReportFigures = (
  em: EntityManager,
  question: CompanyFiguresQuestion,
  rulesWindow: DayWindow,
): Promise<ReportFigures> => {
  const { organizationId, productId, window, asOf } = question;
  return readSnapshot(em, { organizationId, productId, ...window }, asOf, async (tx, scope) => {
    const view = await viewOf(tx, scope, productId, asOf);
    const isSame = window.from === rulesWindow.from && window.to === rulesWindow.to;
    const ruleScope = isSame ? scope : await readScope(tx, { organizationId, productId, ...rulesWindow }, asOf);
    return {
      view,
      receipts: await readWindowReceipts(tx, scope),
      rules: await rulesOf(tx, ruleScope, asOf, isSame ? view : null),
    };
  });
};

/** The figures of the rules; a view of the same window has some of them already. */
async function rulesOf(
  em: EntityManager,
  scope: CompanyScope,
  now: Date,
  view: CompanyAdoption | null = null,
): Promise<RuleFigures> {
  const { organizationId, productUuids, window, label, asOf } = scope;
  const before = precedingWindow(window);
  return {
    label,
    window,
    asOf,
    totals: view?.totals ?? (await readTotals(em, scope, window)),
    previous: view?.previous ?? (await readTotals(em, scope, before)),
    toolCalls: view?.toolCalls ?? (await readToolCalls(em, scope)),
    previousToolCalls: await readToolCalls(em, { ...scope, window: before }),
    campaigns: view?.campaigns ?? (await readRanked(em, scope)).campaigns,
    refusedByCode: await readRefusedByCode(em, organizationId, productUuids, window),
    accounts: await readSilentAccounts(em, scope, now.toISOString().slice(0, 10)),
    familiesEver: await readFamiliesEver(em, scope),
  };
}

/** How many events of each family ever counted. */
async function readFamiliesEver(
  em: EntityManager,
  { organizationId, productUuids, counted }: CompanyScope,
): Promise<RuleFigures['familiesEver']> {
  const rows = await em
    .getKysely<{ readonly adoption_count: TableOf<EventCount> }>()
    .selectFrom('adoption_count')
    .where('organization_id', '=', organizationId)
    .where(inProducts(productUuids))
    .where('source', '=', 'api')
    .where('vendor_own_domain', '=', false)
    .where('data_label', '=', counted)
    .groupBy('event_family')
    .select(({ fn }) => ['event_family as family', fn.sum<string>('events').as('events')])
    .execute();
  const events = new Map(rows.map((row) => [row.family, Number(row.events)]));
  return Object.values(EventFamilyName).map((family) => ({ family, events: events.get(family) ?? 0 }));
}

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
