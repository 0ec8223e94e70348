import type { EntityManager } from '@mikro-orm/postgresql';
import { RelayFailure } from './retry.rules.js';

/** Stops what a connection has under way, in the caller's transaction; one that is being delivered right now is waited for. Bare UUIDs. */
export async function stopRelay(em: EntityManager, userUuid: string, connectionUuid: string, now: Date): Promise<void> {
  await em.execute(
    `update usage_receipt set state = 'stopped', failure = ?, next_attempt_at = null, updated_at = ?
     where user_id = ? and connection_id = ? and state in ('waiting', 'queued')`,
    [RelayFailure.connection_revoked, now, userUuid, connectionUuid],
  );
}
