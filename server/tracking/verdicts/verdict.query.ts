import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { TableOf } from '../../platform/database/rows.read.js';
import { uuidOf } from '../../platform/ids.js';
import type { VerdictStatus } from '../event-answer.types.js';
import { type InIdOrder, idRange, type Scanned, scanInIdOrder } from '../id-order.scan.js';
import { Verdict } from './verdict.entity.js';

export interface VerdictFilter {
  readonly organizationId: string;
  readonly productUuid?: string | null;
  readonly trackingKeyId?: string | null;
  readonly since?: string | null;
  readonly until?: string | null;
}

export interface VerdictSearch extends VerdictFilter {
  /** Of a problem. */
  readonly code?: string | null;
  /** Part of what is known of an answer. */
  readonly q?: string | null;
}

const REFUSED = `t.status in ('invalid', 'conflict')`;

const ofSender = ({ productUuid, trackingKeyId }: VerdictFilter): Expression<SqlBool>[] => [
  ...(productUuid ? [sql<SqlBool>`t.product_uuid = ${productUuid}::uuid`] : []),
  ...(trackingKeyId ? [sql<SqlBool>`t.credential_id = ${uuidOf('key', trackingKeyId)}::uuid`] : []),
];

/** Verdicts of these kinds, all of them when there are none, that a filter finds, with their product and key. */
export async function scanVerdicts(
  em: EntityManager,
  filter: VerdictSearch,
  statuses: readonly `${VerdictStatus}`[],
  place: Pick<InIdOrder, 'descending' | 'after' | 'limit'>,
): Promise<Scanned<Verdict>> {
  const { organizationId, since, until, code } = filter;
  const q = filter.q?.trim() ?? '';
  const refused = statuses.includes('invalid') && statuses.includes('conflict') && statuses.length === 2;
  const { rows, reached } = await scanInIdOrder(
    em,
    Verdict,
    {
      ...place,
      organizationUuid: uuidOf('org', organizationId) ?? '',
      since,
      until,
      time: 'at',
      indexed: refused ? [sql.raw<SqlBool>(REFUSED)] : [],
      looked: [
        ...(refused || statuses.length === 0 ? [] : [sql<SqlBool>`t.status in (${sql.join([...statuses])})`]),
        ...ofSender(filter),
        ...(code ? [sql<SqlBool>`t.problems @> ${JSON.stringify([{ code }])}::jsonb`] : []),
        ...(q ? [holds(q)] : []),
      ],
    },
    ['id'],
  );
  if (rows.length === 0) return { rows: [], reached };
  const verdicts = await em.find(
    Verdict,
    { organizationId, id: { $in: rows.map(({ id }) => id) } },
    {
      populate: ['credential', 'product'],
      orderBy: { id: place.descending ? 'desc' : 'asc' },
      disableIdentityMap: true,
    },
  );
  return { rows: verdicts, reached };
}

const holds = (q: string): Expression<SqlBool> =>
  sql<SqlBool>`position(lower(${q}) in lower(concat_ws(' ', t.event_name, t.idempotency_key, t.request_id, (
    select string_agg(concat_ws(' ', p ->> 'code', p ->> 'pointer'), ' ') from jsonb_array_elements(t.problems) as p)))) > 0`;

/**
 * How many answers to these senders were dropped in the time that a page covers: from where it begins to where it ends, or to the end of the
 * list when `to` is null.
 */
export async function readDropped(
  em: EntityManager,
  filter: VerdictFilter,
  page: { readonly descending: boolean; readonly after: string | null; readonly to: string | null },
): Promise<{ refused: number; others: number }> {
  const within = idRange({ ...filter, organizationUuid: uuidOf('org', filter.organizationId) ?? '', ...page });
  const end = page.to ? [sql<SqlBool>`t.id ${sql.raw(page.descending ? '>=' : '<=')} ${page.to}::uuid`] : [];
  const { refused, all } = await [...within, ...end, ...ofSender(filter)]
    .reduce(
      (query, one) => query.where(one),
      em
        .getKysely<{ tracking_verdict: TableOf<Verdict> }>()
        .selectFrom('tracking_verdict as t')
        .where('t.dropped', '>', 0),
    )
    .select([
      sql<string>`coalesce(sum(t.dropped_refused), 0)`.as('refused'),
      sql<string>`coalesce(sum(t.dropped), 0)`.as('all'),
    ])
    .executeTakeFirstOrThrow();
  return { refused: Number(refused), others: Number(all) - Number(refused) };
}
