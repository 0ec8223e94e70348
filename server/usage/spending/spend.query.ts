import type { FilterQuery } from '@mikro-orm/core';
import type { EntityManager, FindOptions } from '@mikro-orm/postgresql';
import { SpendEntry } from './spend.entity.js';

/** Entries that a condition finds. */
export const findSpend = (
  em: EntityManager,
  where: FilterQuery<SpendEntry>,
  options: Pick<FindOptions<SpendEntry>, 'orderBy' | 'limit'>,
): Promise<SpendEntry[]> => em.find(SpendEntry, where, { ...options, refresh: true });
