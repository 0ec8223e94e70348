import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { updateRows } from '../../platform/database/rows.update.js';
import { Connection } from './receipt.entity.js';
import { stopRelay } from './relay.stop.js';

/**
 * Ends every consent of a person (a bare UUID) in the caller's transaction and stops what was not delivered yet. Answers the public ids
 * of the connections that were still standing; the caller puts them into the audit log.
 */
export async function endConnections(em: EntityManager, userUuid: string, now: Date): Promise<string[]> {
  const end = { revokedAt: now, revision: raw('revision + 1') };
  const ended = await updateRows(em, Connection, { userId: userUuid, revokedAt: null }, end, ['id']);
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0) await stopRelay(em, userUuid, ids, now);
  return ids;
}
