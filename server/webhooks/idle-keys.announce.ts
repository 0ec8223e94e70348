import { findTrackingKeys } from '../accounts/index.js';
import { publicId } from '../platform/ids.js';
import type { Work } from '../platform/jobs/queue.js';
import { type News, writeMessages } from './message.write.js';
import { WebhookEndpoint } from './webhook.entity.js';

const DAY_MS = 86_400_000;
const UNUSED_DAYS = 30;
/** A worker that was away for so long still announces; what was unused before an endpoint was made is no news. */
const LATE_DAYS = 7;

/** Writes a message for each live tracking key that has been unused for 30 days; one for each time that it falls silent. */
export async function announceIdleKeys({ em, clock, log }: Work): Promise<void> {
  const now = clock.now();
  const before = now.getTime() - UNUSED_DAYS * DAY_MS;
  const endpoints = await em().find(
    WebhookEndpoint,
    { trackingKeyUnused: true, disabledAt: null },
    { fields: ['organizationId', 'id'], orderBy: { organizationId: 'asc', id: 'asc' } },
  );
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
          organizationId,
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
