import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Credential, Product } from '../../accounts/index.js';
import { columnsOf } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import type { Row } from '../../platform/row.types.js';
import type { VerdictStatus } from '../event-answer.types.js';
import {
  type CountedInTime,
  countInIdOrder,
  type InIdOrder,
  idRange,
  type Scanned,
  scanInIdOrder,
} from '../id-order.scan.js';
import { type TrackingRefusal, type TrackingRefusalCode, Verdict } from './verdict.entity.js';
import type { VerdictAnswer } from './verdict.types.js';

interface VerdictTables {
  readonly tracking_verdict: TableOf<Verdict>;
  readonly tracking_refusal: TableOf<TrackingRefusal>;
  readonly tracking_refusal_code: TableOf<TrackingRefusalCode>;
  readonly credential: TableOf<Credential>;
  readonly product: TableOf<Product>;
}

export interface VerdictFilter {
  readonly organizationId: string;
  readonly productUuid?: string | null;
  readonly trackingKeyId?: string | null;
  readonly since?: string | null;
  readonly until?: string | null;
}

export interface VerdictSearch extends VerdictFilter {
  /** Finds verdicts with a problem of this code. */
  readonly code?: string | null;
  /** With a code: finds verdicts with that problem at this pointer. */
  readonly pointer?: string | null;
  readonly eventName?: string | null;
  /** Part of the texts that are stored of an answer. */
  readonly q?: string | null;
}

const REFUSED = `t.status in ('invalid', 'conflict')`;

const ofSender = ({ productUuid, trackingKeyId }: VerdictFilter): Expression<SqlBool>[] => [
  ...(productUuid ? [sql<SqlBool>`t.product_uuid = ${productUuid}::uuid`] : []),
  ...(trackingKeyId ? [sql<SqlBool>`t.credential_id = ${trackingKeyId}::uuid`] : []),
];

/** Verdicts of these kinds, all of them when there are none, that a filter finds, with their product and key. */
export async function scanVerdicts(
  em: EntityManager,
  filter: VerdictSearch,
  statuses: readonly `${VerdictStatus}`[],
  place: Pick<InIdOrder, 'descending' | 'after' | 'limit'>,
): Promise<Scanned<VerdictAnswer>> {
  const { organizationId } = filter;
  const { rows, reached } = await scanInIdOrder(
    em.getKysely<VerdictTables>().selectFrom('tracking_verdict as t').select('t.id'),
    { ...place, ...conditionsOf(filter, statuses) },
  );
  if (rows.length === 0) return { rows: [], reached };
  const ids = rows.map(({ id }) => id);
  return { rows: await readVerdicts(em, organizationId, ids, place.descending), reached };
}

/** How many of them were given in each hour or on each UTC day: those that are listed, which a burst makes fewer than were given. */
export const countVerdicts = (
  em: EntityManager,
  filter: VerdictSearch,
  statuses: readonly `${VerdictStatus}`[],
  unit: 'hour' | 'day',
): Promise<CountedInTime> =>
  countInIdOrder(
    em.getKysely<VerdictTables>().selectFrom('tracking_verdict as t').select('t.id'),
    conditionsOf(filter, statuses),
    unit,
  );

function conditionsOf(filter: VerdictSearch, statuses: readonly `${VerdictStatus}`[]) {
  const { organizationId, since, until, code, pointer, eventName } = filter;
  const q = filter.q?.trim() ?? '';
  const refused = statuses.includes('invalid') && statuses.includes('conflict') && statuses.length === 2;
  return {
    organizationId,
    since,
    until,
    time: 'at' as const,
    indexed: refused ? [sql.raw<SqlBool>(REFUSED)] : [],
    looked: [
      ...(refused || statuses.length === 0 ? [] : [sql<SqlBool>`t.status in (${sql.join([...statuses])})`]),
      ...ofSender(filter),
      ...(code
        ? [sql<SqlBool>`t.problems @> ${JSON.stringify([{ code, ...(pointer == null ? {} : { pointer }) }])}::jsonb`]
        : []),
      ...(eventName ? [sql<SqlBool>`t.event_name = ${eventName}`] : []),
      ...(q ? [holds(q)] : []),
    ],
  };
}

const holds = (q: string): Expression<SqlBool> =>
  sql<SqlBool>`position(lower(${q}) in lower(concat_ws(' ', t.event_name, t.idempotency_key, t.request_id, (
    select string_agg(concat_ws(' ', p ->> 'code', p ->> 'pointer'), ' ') from jsonb_array_elements(t.problems) as p)))) > 0`;

/** The verdicts with these ids, each with the hint of its key and the company's own id of its product, in the order of their ids. */
async function readVerdicts(
  em: EntityManager,
  organizationId: string,
  ids: readonly string[],
  descending: boolean,
): Promise<VerdictAnswer[]> {
  const rows = await em
    .getKysely<VerdictTables>()
    .selectFrom('tracking_verdict as t')
    .innerJoin('credential as c', 'c.id', 't.credential_id')
    .innerJoin('product as p', (on) =>
      on.onRef('p.organization_id', '=', 't.organization_id').onRef('p.id', '=', 't.product_uuid'),
    )
    .where('t.organization_id', '=', organizationId)
    .where('t.id', 'in', ids)
    .orderBy('t.id', descending ? 'desc' : 'asc')
    .select([columnsOf(em, Verdict, 't'), 'c.hint as keyHint', 'p.product_id as ownProductId'])
    .$castTo<Row<Verdict> & { readonly keyHint: string; readonly ownProductId: string }>()
    .execute();
  return rows.map(({ credentialId, ownProductId, problems, ...row }) => ({
    ...row,
    errors: problems,
    trackingKeyId: credentialId,
    productId: ownProductId,
  }));
}

/**
 * How many answers to these senders were dropped in the time that a page covers: from where it begins to where it ends, or to the end of the
 * list when `to` is null.
 */
export async function readDropped(
  em: EntityManager,
  filter: VerdictFilter,
  page: { readonly descending: boolean; readonly after: string | null; readonly to: string | null },
): Promise<{ refused: number; others: number }> {
  const within = idRange({ ...filter, ...page });
  const end = page.to ? [sql<SqlBool>`t.id ${sql.raw(page.descending ? '>=' : '<=')} ${page.to}::uuid`] : [];
  const { refused, all } = await [...within, ...end, ...ofSender(filter)]
    .reduce(
      (query, one) => query.where(one),
      em.getKysely<VerdictTables>().selectFrom('tracking_verdict as t').where('t.dropped', '>', 0),
    )
    .select([
      sql<string>`coalesce(sum(t.dropped_refused), 0)`.as('refused'),
      sql<string>`coalesce(sum(t.dropped), 0)`.as('all'),
    ])
    .executeTakeFirstOrThrow();
  return { refused: Number(refused), others: Number(all) - Number(refused) };
}
/** A closed interval of UTC days. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** How many events of each of these products (bare UUIDs) were refused; one without any is not in the answer. */
export async function readRefusedByProduct(
  em: EntityManager,
  organizationUuid: string,
  productUuids: readonly string[],
  { from, to }: Days,
): Promise<ReadonlyMap<string, number>> {
  if (productUuids.length === 0) return new Map();
  const rows = await em
    .getKysely<VerdictTables>()
    .selectFrom('tracking_refusal')
    .where('organization_id', '=', organizationUuid)
    .where('product_uuid', 'in', productUuids)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('product_uuid')
    .select(({ fn }) => ['product_uuid as product', fn.sum<string>('refused').as('refused')])
    .execute();
  return new Map(rows.map(({ product, refused }) => [product, Number(refused)]));
}

/** How many events of all of them were refused. */
export async function readRefused(
  em: EntityManager,
  organizationUuid: string,
  productUuids: readonly string[],
  days: Days,
): Promise<number> {
  const refused = await readRefusedByProduct(em, organizationUuid, productUuids, days);
  return [...refused.values()].reduce((sum, count) => sum + count, 0);
}

/** How many events of an organization, or of one product, were refused on each UTC day of a window, all or with a code that was first found. */
export async function readRefusedByDay(
  em: EntityManager,
  { organizationId, productUuid, code }: Pick<VerdictSearch, 'organizationId' | 'productUuid' | 'code'>,
  { from, to }: Days,
): Promise<ReadonlyMap<string, number>> {
  const tables = em.getKysely<VerdictTables>();
  const counted = code
    ? tables.selectFrom('tracking_refusal_code as c').where('c.code', '=', code)
    : tables.selectFrom('tracking_refusal as c');
  const rows = await (productUuid ? counted.where(sql<SqlBool>`c.product_uuid = ${productUuid}::uuid`) : counted)
    .where(sql<SqlBool>`c.organization_id = ${organizationId}::uuid and c.day between ${from}::date and ${to}::date`)
    .groupBy(sql`1`)
    .select([sql<string>`c.day::text`.as('day'), sql<string>`sum(c.refused)`.as('refused')])
    .execute();
  return new Map(rows.map(({ day, refused }) => [day, Number(refused)]));
}

/** The same by the code of what was first found wrong, the most frequent first. */
export async function readRefusedByCode(
  em: EntityManager,
  organizationUuid: string,
  productUuids: readonly string[],
  { from, to }: Days,
): Promise<{ readonly code: string; readonly refused: number }[]> {
  if (productUuids.length === 0) return [];
  const codes = await em
    .getKysely<VerdictTables>()
    .selectFrom('tracking_refusal_code')
    .where('organization_id', '=', organizationUuid)
    .where('product_uuid', 'in', productUuids)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('code')
    .select(({ fn }) => ['code', fn.sum<string>('refused').as('refused')])
    .execute();
  return codes
    .map(({ code, refused }) => ({ code, refused: Number(refused) }))
    .sort((a, b) => b.refused - a.refused || (a.code < b.code ? -1 : 1));
}

const DAY_MS = 86_400_000;

/** The day so many days after another. */
const shifted = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Days before a window in which no event was refused with a code that began in it. */
const CALM_DAYS = 7;

/** Refusals that began in a window. */
export interface RefusalOnset {
  readonly code: string;
  readonly refused: number;
  /** Moment and key of the first of them; null where its answer is not stored any more, or never was. */
  readonly at: Date | null;
  readonly keyHint: string | null;
}

/** The most frequent code that events were refused with in the window and in none of the seven days before; null where there is none. */
export async function findRefusalOnset(
  em: EntityManager,
  organizationUuid: string,
  productUuids: readonly string[],
  { from, to }: Days,
): Promise<RefusalOnset | null> {
  const before = shifted(from, -CALM_DAYS);
  const earlier = await readRefusedByCode(em, organizationUuid, productUuids, { from: before, to: shifted(from, -1) });
  const known = new Set(earlier.map(({ code }) => code));
  const codes = await readRefusedByCode(em, organizationUuid, productUuids, { from, to });
  const began = codes.find(({ code }) => !known.has(code));
  if (!began) return null;
  const [productUuid = null, ...others] = productUuids;
  const { rows } = await scanVerdicts(
    em,
    {
      organizationId: organizationUuid,
      productUuid: others.length > 0 ? null : productUuid,
      since: `${from}T00:00:00.000Z`,
      code: began.code,
    },
    ['invalid', 'conflict'],
    { descending: false, after: null, limit: 1 },
  );
  const [first] = rows;
  return { ...began, at: first?.at ?? null, keyHint: first?.keyHint ?? null };
}
