import type { EntityManager } from '@mikro-orm/postgresql';
import { findProductIds } from '../accounts/index.js';
import type { AccountObserver, NewAccount } from '../adoption/index.js';
import { publicId, uuidOf } from '../platform/ids.js';
import type { Log } from '../platform/log.js';
import { type News, writeMessages } from './message.write.js';
import { WebhookEndpoint } from './webhook.entity.js';

const LISTENING = { accountFirstEvent: true, disabledAt: null };

/** Writes the messages about accounts of which a fold saw the first event, in the transaction of that fold. */
export const announceNewAccounts = (log: Log): AccountObserver => ({
  async listeners(tx) {
    const endpoints = await tx.find(WebhookEndpoint, LISTENING, {
      fields: ['organizationId'],
      disableIdentityMap: true,
    });
    return [...new Set(endpoints.map(({ organizationId }) => uuidOf('org', organizationId) ?? ''))];
  },
  announce: async (tx, accounts) => writeMessages(tx, log, await newsOf(tx, accounts)),
});

async function newsOf(tx: EntityManager, accounts: readonly NewAccount[]): Promise<News[]> {
  const organizationIds = [...new Set(accounts.map((one) => publicId('org', one.organizationUuid)))];
  const endpoints = await tx.find(
    WebhookEndpoint,
    { ...LISTENING, organizationId: { $in: organizationIds } },
    { fields: ['organizationId', 'id'], orderBy: { id: 'asc' }, disableIdentityMap: true },
  );
  const names = await findProductIds(tx, organizationIds);
  return accounts.flatMap(({ organizationUuid, productUuid, domain, firstEventAt }) =>
    endpoints
      .filter(({ organizationId }) => organizationId === publicId('org', organizationUuid))
      .map(({ organizationId, id }) => ({
        organizationId,
        endpointId: id,
        type: 'account.first_event' as const,
        subject: domain,
        at: firstEventAt,
        data: {
          organizationId,
          productId: names.get(productUuid) ?? null,
          accountDomain: domain,
          firstEventAt: firstEventAt.toISOString(),
        },
      })),
  );
}
