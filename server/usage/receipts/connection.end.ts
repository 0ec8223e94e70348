import type { EntityManager } from '@mikro-orm/postgresql';
import { publicId } from '../../platform/ids.js';
import { stopRelay } from './relay.stop.js';

/**
 * Ends every consent of a person (a bare UUID) in the caller's transaction and stops what was not delivered yet. Answers the public ids
 * of the connections that were still standing; the caller puts them into the audit log.
 */
export async function endConnections(em: EntityManager, userUuid: string, now: Date): Promise<string[]> {
  const ended = await em.execute<{ id: string }[]>(
    'update tool_connection set revoked_at = ?, revision = revision + 1 where user_id = ? and revoked_at is null returning id',
    [now, userUuid],
  );
  for (const { id } of ended) await stopRelay(em, userUuid, id, now);
  return ended.map(({ id }) => publicId('con', id));
}
