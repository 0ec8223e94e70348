import type { EntityManager } from '@mikro-orm/postgresql';
import type { TableOf } from '../../platform/database/rows.read.js';
import { registeredDomain } from '../../platform/domain.rules.js';
import { TrackingEvent } from './event.entity.js';

/**
 * Gives the events that were stored before accounts were registered domains their account. Must be called in the transaction of a rebuild:
 * the rollups of before count them by the domain that was sent.
 */
export async function fillRegisteredDomains(tx: EntityManager): Promise<void> {
  const sent = await tx
    .getKysely<{ tracking_event: TableOf<TrackingEvent> }>()
    .selectFrom('tracking_event')
    .select('account_domain')
    .distinct()
    .where('account_domain', 'is not', null)
    .where('registered_domain', 'is', null)
    .execute();
  for (const { account_domain: accountDomain } of sent) {
    const account = accountDomain && registeredDomain(accountDomain);
    if (!account || account === accountDomain) continue;
    await tx.nativeUpdate(TrackingEvent, { accountDomain, registeredDomain: null }, { registeredDomain: account });
  }
}
