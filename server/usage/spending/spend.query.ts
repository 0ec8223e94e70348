import type { EntityManager } from '@mikro-orm/postgresql';
import { type Narrow, readRows } from '../../platform/database/rows.read.js';
import { SpendEntry } from './spend.entity.js';

/** Entries of a person (a bare UUID) that a condition finds, to be read. */
export const readSpend = (em: EntityManager, userUuid: string, narrow: Narrow<SpendEntry>): Promise<SpendEntry[]> =>
  readRows(em, SpendEntry, (of) => narrow(of.where('user_id', '=', userUuid)));
