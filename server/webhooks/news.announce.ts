import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findProductIds, findTrackingKeys } from '../accounts/index.js';
import { type AccountObserver, type NewAccount, readDayEvents } from '../adoption/index.js';
import { publicId } from '../platform/ids.js';
import type { Work } from '../platform/jobs/queue.js';
import type { Log } from '../platform/log.js';
import { readRefusedByProduct } from '../tracking/index.js';
import type { WebhookTables } from './endpoint.query.js';
import { type News, writeMessages } from './message.write.js';
import { type DayAnswers, judgeShares } from './refused-share.rules.js';
import { WebhookEndpoint } from './webhook.entity.js';

const selectEndpoints = (em: EntityManager) =>
  em.getKysely<WebhookTables>().selectFrom('webhook_endpoint').where('disabled_at', 'is', null);

/** Endpoints that hear of new accounts. */
const selectListening = (em: EntityManager) => selectEndpoints(em).where('account_first_event', '=', true);

/** Writes the messages about accounts of which a fold saw the first event, in the transaction of that fold. */
export const announceNewAccounts = (log: Log): AccountObserver => ({
  async listeners(tx) {
    const found = await selectListening(tx).select('organization_id as organizationId').distinct().execute();
    return found.map(({ organizationId }) => organizationId);
  },
  announce: async (tx, accounts) => writeMessages(tx, log, await newsOf(tx, accounts)),
});

async function newsOf(tx: EntityManager, accounts: readonly NewAccount[]): Promise<News[]> {
  const organizationIds = [...new Set(accounts.map((one) => one.organizationUuid))];
  const endpoints = await selectListening(tx)
    .where('organization_id', 'in', organizationIds)
    .orderBy('id')
    .select(['organization_id as organizationId', 'id'])
    .execute();
  const names = await findProductIds(tx, organizationIds);
  return accounts.flatMap(({ organizationUuid, productUuid, domain, firstEventAt }) =>
    endpoints
      .filter(({ organizationId }) => organizationId === organizationUuid)
      .map(({ organizationId, id }) => ({
        organizationId,
        endpointId: id,
        type: 'account.first_event' as const,
        subject: domain,
        at: firstEventAt,
        data: {
          organizationId: publicId('org', organizationId),
          productId: names.get(productUuid) ?? null,
          accountDomain: domain,
          firstEventAt: firstEventAt.toISOString(),
        },
      })),
  );
}

/** Looks at the refused share of every product that an endpoint watches, and writes a message for each that came above its threshold. */
export async function announceRefusedShares({ em, clock, log }: Work): Promise<void> {
  const watching = await selectEndpoints(em())
    .where('refused_percent', 'is not', null)
    .orderBy('organization_id')
    .orderBy('id')
    .select(['organization_id as organizationId', 'id'])
    .execute();
  for (const { organizationId, id } of watching)
    await em().transactional(async (tx) => {
      const now = clock.now();
      // Locked: of two workers the second sees what the first has announced.
      const endpoint = await tx.findOne(
        WebhookEndpoint,
        { organizationId, id, disabledAt: null },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (!endpoint || endpoint.refusedPercent === null) return;
      const { refusedPercent } = endpoint;
      const day = now.toISOString().slice(0, 10);
      const names = await findProductIds(tx, [organizationId]);
      const answers = await readAnswers(tx, { organizationId, productUuids: [...names.keys()], day });
      const { since, crossed } = judgeShares(answers, refusedPercent, { since: endpoint.refusedSince, now });
      endpoint.refusedSince = since;
      await tx.flush();
      const news = crossed.map(({ productUuid, refused, events }) => ({
        organizationId,
        endpointId: id,
        type: 'events.refused_share' as const,
        subject: `${productUuid} ${now.toISOString()}`,
        at: now,
        data: {
          organizationId: publicId('org', organizationId),
          productId: names.get(productUuid) ?? null,
          refused,
          events,
          refusedShare: refused / (refused + events),
          refusedPercent,
          window: { from: `${day}T00:00:00.000Z`, to: now.toISOString() },
        },
      }));
      if (news.length > 0) await writeMessages(tx, log, news);
    });
}

interface DayOfProducts {
  readonly organizationId: string;
  readonly productUuids: readonly string[];
  readonly day: string;
}

async function readAnswers(
  em: EntityManager,
  { organizationId, productUuids, day }: DayOfProducts,
): Promise<DayAnswers[]> {
  const events = await readDayEvents(em, organizationId, day);
  const refused = await readRefusedByProduct(em, organizationId, productUuids, { from: day, to: day });
  return productUuids.map((productUuid) => ({
    productUuid,
    refused: refused.get(productUuid) ?? 0,
    events: events.get(productUuid) ?? 0,
  }));
}

const DAY_MS = 86_400_000;
const UNUSED_DAYS = 30;
/** A worker that was away for so long still announces; what was unused before an endpoint was made is no news. */
const LATE_DAYS = 7;

/** Writes a message for each live tracking key that has been unused for 30 days; one for each time that it falls silent. */
export async function announceIdleKeys({ em, clock, log }: Work): Promise<void> {
  const now = clock.now();
  const before = now.getTime() - UNUSED_DAYS * DAY_MS;
  const endpoints = await selectEndpoints(em())
    .where('tracking_key_unused', '=', true)
    .orderBy('organization_id')
    .orderBy('id')
    .select(['organization_id as organizationId', 'id'])
    .execute();
  for (const [organizationId, same] of Map.groupBy(endpoints, (one) => one.organizationId)) {
    const keys = await findTrackingKeys(em(), organizationId);
    const news = keys.flatMap(({ id: uuid, productId, hint, createdAt, lastUsedAt, revokedAt }): News[] => {
      const id = publicId('key', uuid);
      const since = (lastUsedAt ?? createdAt).getTime();
      if (revokedAt !== null || since > before || since <= before - LATE_DAYS * DAY_MS) return [];
      return same.map((endpoint) => ({
        organizationId,
        endpointId: endpoint.id,
        type: 'tracking_key.unused',
        subject: `${id} ${new Date(since).toISOString()}`,
        at: now,
        data: {
          organizationId: publicId('org', organizationId),
          productId,
          trackingKeyId: id,
          hint,
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
          unusedDays: UNUSED_DAYS,
        },
      }));
    });
    if (news.length > 0) await em().transactional((tx) => writeMessages(tx, log, news));
  }
}
