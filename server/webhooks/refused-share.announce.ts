import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findProductIds } from '../accounts/index.js';
import { readDayEvents } from '../adoption/index.js';
import { uuidOf } from '../platform/ids.js';
import type { Work } from '../platform/jobs/queue.js';
import { readRefusedByProduct } from '../tracking/index.js';
import { writeMessages } from './message.write.js';
import { type DayAnswers, judgeShares } from './refused-share.rules.js';
import { WebhookEndpoint } from './webhook.entity.js';

/** Looks at the refused share of every product that an endpoint watches, and writes a message for each that came above its threshold. */
export async function announceRefusedShares({ em, clock, log }: Work): Promise<void> {
  const watching = await em().find(
    WebhookEndpoint,
    { refusedPercent: { $ne: null }, disabledAt: null },
    { fields: ['organizationId', 'id'], orderBy: { organizationId: 'asc', id: 'asc' } },
  );
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
      const products = await findProductIds(tx, [organizationId]);
      const names = new Map(
        [...products].map(([productUuid, productId]) => [uuidOf('prd', productUuid) ?? '', productId]),
      );
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
          organizationId,
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
  const organizationUuid = uuidOf('org', organizationId) ?? '';
  const events = await readDayEvents(em, organizationUuid, day);
  const refused = await readRefusedByProduct(em, organizationUuid, productUuids, { from: day, to: day });
  return productUuids.map((productUuid) => ({
    productUuid,
    refused: refused.get(productUuid) ?? 0,
    events: events.get(productUuid) ?? 0,
  }));
}
