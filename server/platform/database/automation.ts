import type { EntityManager } from '@mikro-orm/postgresql';
import { INTAKE } from './roles.sql.js';

/**
 * Runs a transaction under automation's role, which may write the rows that it prepares and nothing else (decisions §10): the database refuses
 * the rest. The role ends with the transaction; a server that does not have it refuses the whole of it.
 */
export const asAutomation = <T>(em: EntityManager, run: (tx: EntityManager) => Promise<T>): Promise<T> =>
  em.transactional(async (tx) => {
    await tx.execute(`set local role ${INTAKE}`);
    return run(tx);
  });
