import { LockMode, QueryOrder } from '@mikro-orm/core';
import { personChain, recordAudit } from '../platform/audit/audit.js';
import { Fault } from '../platform/fault.js';
import type { Job, Work } from '../platform/jobs/queue.js';
import { AgentSkill } from './skill.entity.js';
import { fetchSkill } from './skill.fetch.js';
import { noteChange } from './skill.operations.js';
import { findLockedSkill } from './skill.query.js';
import { SkillStatus } from './skill.types.js';
import { digestOfSkill } from './text.rules.js';

const DAY_MS = 86_400_000;

/** Asks the sources of published skills again, one a round. */
export const recheckSkills: Job = { name: 'recheck_skills', cron: '* * * * *', run: (work) => recheckSkill(work) };

/**
 * Asks the source of one published skill again that was not asked for a day, and suspends the skill when its source has changed. A source
 * that cannot be read suspends nothing; why is kept. Several workers may do it at once. Answers whether there may be more.
 */
async function recheckSkill({ em, config, clock }: Work): Promise<boolean> {
  const now = clock.now();
  const due = await em().transactional(async (tx) => {
    const skill = await tx.findOne(
      AgentSkill,
      {
        status: SkillStatus.PUBLISHED,
        $or: [{ checkedAt: null }, { checkedAt: { $lt: new Date(now.getTime() - DAY_MS) } }],
      },
      {
        fields: ['id', 'sourceUrl', 'checkedAt'],
        orderBy: { checkedAt: QueryOrder.ASC_NULLS_FIRST },
        lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE,
        refresh: true,
      },
    );
    if (skill) skill.checkedAt = now;
    return skill;
  });
  if (!due) return false;
  let failure: string | null = null;
  let found: string | null = null;
  try {
    found = digestOfSkill((await fetchSkill(due.sourceUrl, config)).bytes);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    failure = error.errors?.[0]?.detail ?? error.message;
  }
  await em().transactional(async (tx) => {
    const skill = await findLockedSkill(tx, { id: due.id, status: SkillStatus.PUBLISHED });
    if (!skill) return;
    const chain = personChain(skill.userId);
    if (found !== null && found !== skill.digest)
      await noteChange(tx, skill, now, (act) => recordAudit(tx, now, { chain, actor: 'system', ...act }));
    else skill.checkFailure = failure;
  });
  return true;
}
