import type { EntityManager } from '@mikro-orm/postgresql';
import type { CountPersonalRecords } from '../accounts/index.js';
import { personalAdoption } from '../adoption/index.js';
import { personalOffers } from '../offers/index.js';
import { personalPlanning } from '../planning/index.js';
import { personalProjects } from '../projects/index.js';
import { personalSkills } from '../skills/index.js';
import { personalUsage } from '../usage/index.js';

const records = Object.entries({
  ...personalProjects,
  ...personalPlanning,
  ...personalSkills,
  ...personalOffers,
  ...personalUsage,
  ...personalAdoption,
});

/** Counts what goes with a person's account, by kind. */
export const countPersonalRecords: CountPersonalRecords = async (em: EntityManager, userUuid) => {
  const counts = [];
  for (const [kind, entity] of records)
    counts.push({ kind, count: await em.count<{ userId: string | null }>(entity, { userId: userUuid }) });
  return counts;
};
