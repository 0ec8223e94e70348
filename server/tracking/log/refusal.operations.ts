import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { MemberRole, requireMember } from '../../accounts/index.js';
import { selectRows } from '../../platform/database/kysely.js';
import { operation } from '../../platform/operation.js';
import { scanInIdOrder } from '../id-order.scan.js';
import { TrackingEvent } from '../ingest/index.js';
import { productUuidOf } from '../product.query.js';
import { readDropped, scanVerdicts } from '../verdicts/index.js';
import { CALM_MINUTES, type RefusalStatus, type RefusalStatusArgs, STORED_SINCE_MAX } from './refusal.types.js';

const UNKNOWN: RefusalStatus = { lastAt: null, storedSince: null, resolved: null };

/** Tells whether a kind of refusal still comes: since when none was listed, and how many events were stored since. */
export const readRefusalStatus = operation(
  { name: 'refusalStatus', who: ['session'], limit: 'workflow' },
  async function refusalStatus(ctx, args: RefusalStatusArgs): Promise<RefusalStatus> {
    const { organizationId, productId, code, pointer } = args;
    await requireMember(ctx, organizationId, MemberRole.reader);
    const productUuid = productId ? await productUuidOf(ctx.em, organizationId, productId) : null;
    const { rows } = await scanVerdicts(
      ctx.em,
      { organizationId, productUuid, code, pointer },
      ['invalid', 'conflict'],
      { descending: true, after: null, limit: 1 },
    );
    const [last] = rows;
    if (!last) return UNKNOWN;
    const storedSince = await countStoredAfter(ctx.em, organizationId, productUuid, last.at);
    const { refused: unlisted } = await readDropped(
      ctx.em,
      { organizationId, productUuid },
      { descending: false, after: last.id, to: null },
    );
    const isCalm = ctx.platform.clock.now().getTime() - last.at.getTime() >= CALM_MINUTES * 60_000;
    return {
      lastAt: last.at,
      storedSince,
      resolved: unlisted > 0 || storedSince === null ? null : isCalm && storedSince > 0,
    };
  },
);

/** Events of a product, or of all, received after a moment, up to a number; null where the search ended before it found one. */
async function countStoredAfter(
  em: EntityManager,
  organizationId: string,
  productUuid: string | null,
  at: Date,
): Promise<number | null> {
  const { rows, reached } = await scanInIdOrder(selectRows(em, TrackingEvent).clearSelect().select('t.id'), {
    organizationId,
    descending: false,
    after: null,
    since: at.toISOString(),
    limit: STORED_SINCE_MAX - 1,
    time: 'received_at',
    indexed: [],
    looked: [
      sql<boolean>`t.received_at > ${at}`,
      ...(productUuid ? [sql<boolean>`t.product_uuid = ${productUuid}::uuid`] : []),
    ],
  });
  return rows.length === 0 && reached !== null ? null : rows.length;
}
