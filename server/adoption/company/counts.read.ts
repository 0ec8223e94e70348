import type { EntityManager } from '@mikro-orm/postgresql';
import { EventFamilyName } from '../../tracking/index.js';
import { addDays, type DayWindow, daysOf, type SqlPart } from '../evidence/index.js';
import type { AdoptionOfDay, AdoptionOfFamily } from './company-adoption.types.js';
import type { CompanyScope } from './company-scope.read.js';

/** Events, and the developers and accounts behind them, each counted once. */
export interface Counts {
  readonly events: number;
  readonly developers: number;
  readonly accounts: number;
}

const NONE: Counts = { events: 0, developers: 0, accounts: 0 };

/** Events of a window that count, as a table `counted`. */
const countedIn = ({ counted }: CompanyScope, { from, to }: DayWindow): SqlPart => ({
  text: `counted as (
  select day, event_family, events from adoption_count join scope using (organization_id, product_uuid)
  where source = 'api' and not vendor_own_domain and data_label = ? and day between ?::date and ?::date)`,
  values: [counted, from, to],
});

/** Who was there in a window, as a table `present` of bits by a term, family and kind; a term is an expression over the day. */
const presentIn = ({ counted }: CompanyScope, { from, to }: DayWindow, term: string): SqlPart => ({
  text: `present as materialized (
  select ${term} as term, event_family, kind, chunk, bit_or(bits) as bits from adoption_presence join scope using (organization_id, product_uuid)
  where data_label = ? and day between ?::date and ?::date and kind <> 'use' group by 1, 2, 3, 4)`,
  values: [counted, from, to],
});

const KINDS = `coalesce(sum(bit_count(bits)) filter (where kind = 'developer'), 0) as developers,
    coalesce(sum(bit_count(bits)) filter (where kind = 'account'), 0) as accounts`;

/** The counts of a window, and of each family in it; those of one family stand for all where a view is of one. */
export async function readCounts(
  em: EntityManager,
  scope: CompanyScope,
  window: DayWindow,
): Promise<{ readonly all: Counts; readonly funnel: AdoptionOfFamily[] }> {
  const [counted, present] = [countedIn(scope, window), presentIn(scope, window, "''")];
  const rows = await em.execute<{ family: string | null; events: string; developers: string; accounts: string }[]>(
    `with ${scope.scope.text},
${counted.text},
${present.text},
people as (
  select event_family as family, ${KINDS} from present group by 1
  union all
  select null, ${KINDS} from (select kind, chunk, bit_or(bits) as bits from present group by 1, 2) united)
select p.family, p.developers, p.accounts, (
  select coalesce(sum(events), 0) from counted c where p.family is null or c.event_family = p.family) as events from people p`,
    [...scope.scope.values, ...counted.values, ...present.values],
  );
  const byFamily = new Map(rows.map((row) => [row.family, numbersOf(row)]));
  return {
    all: byFamily.get(scope.family) ?? NONE,
    funnel: Object.values(EventFamilyName).map((family) => ({ family, ...(byFamily.get(family) ?? NONE) })),
  };
}

/** Every day of the window that has begun, also those without an event. */
export async function readDays(em: EntityManager, scope: CompanyScope, today: string): Promise<AdoptionOfDay[]> {
  const { from, to } = scope.window;
  const [counted, present] = [countedIn(scope, scope.window), presentIn(scope, scope.window, 'day')];
  const [ofFamily, family] = scope.family ? ['where event_family = ?', [scope.family]] : ['', []];
  const rows = await em.execute<
    { day: string; events: string; developers: string; accounts: string; families: Record<string, number> }[]
  >(
    `with ${scope.scope.text},
${counted.text},
${present.text},
families as (select day, event_family, sum(events) as events from counted ${ofFamily} group by 1, 2),
people as (
  select term as day, ${KINDS} from (select term, kind, chunk, bit_or(bits) as bits from present ${ofFamily} group by 1, 2, 3) united group by 1)
select f.day::text as day, sum(f.events) as events, p.developers, p.accounts, jsonb_object_agg(f.event_family, f.events) as families
from families f join people p using (day) group by f.day, p.developers, p.accounts`,
    [...scope.scope.values, ...counted.values, ...present.values, ...family, ...family],
  );
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const last = to < today ? to : today;
  const days = from <= last ? daysOf({ from, to: last }) : 0;
  return Array.from({ length: days }, (_none, n) => {
    const day = addDays(from, n);
    const row = byDay.get(day);
    return {
      day,
      ...(row ? numbersOf(row) : NONE),
      families: Object.values(EventFamilyName).flatMap((name) => {
        const events = row?.families[name];
        return events === undefined ? [] : [{ family: name, events }];
      }),
    };
  });
}

const numbersOf = (row: Readonly<Record<keyof Counts, string>>): Counts => ({
  events: Number(row.events),
  developers: Number(row.developers),
  accounts: Number(row.accounts),
});
