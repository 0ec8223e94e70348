import { personChain, recordAudit } from '../../platform/audit.js';
import { Fault } from '../../platform/fault.js';
import type { Job, Work } from '../../platform/jobs/queue.js';
import { digestOfSkill } from '../reading/index.js';
import { fetchSkill } from './skill.fetch.js';
import { findSkills } from './skill.query.js';
import { noteChange } from './skill.verify.js';

const DAY_MS = 86_400_000;

/** Asks the sources of published skills again, one a round. */
export const recheckSkills: Job = { name: 'recheck_skills', cron: '* * * * *', run: (work) => recheckSkill(work) };

/**
 * Asks the source of one published skill again that was not asked for a day, and suspends the skill when its source has changed. A source
 * that cannot be read suspends nothing; why is kept. Several workers may do it at once. Answers whether there may be more.
 */
async function recheckSkill({ em, config, clock }: Work): Promise<boolean> {
  const now = clock.now();
  const [due] = await em().execute<{ id: string; source_url: string }[]>(
    `update agent_skill set checked_at = ? where id = (select id from agent_skill where status = 'PUBLISHED' and (checked_at is null or checked_at < ?)
       order by checked_at nulls first limit 1 for update skip locked) returning id, source_url`,
    [now, new Date(now.getTime() - DAY_MS)],
  );
  if (!due) return false;
  let failure: string | null = null;
  let found: string | null = null;
  try {
    found = digestOfSkill((await fetchSkill(due.source_url, config)).bytes);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    failure = error.errors?.[0]?.detail ?? error.message;
  }
  await em().transactional(async (tx) => {
    const [row] = await findSkills(tx, `id = ? and status = 'PUBLISHED' for update`, [due.id]);
    if (!row) return;
    if (found !== null && found !== row.digest)
      await noteChange(tx, row, now, (act) =>
        recordAudit(tx, now, { chain: personChain(row.user_id), actor: 'system', ...act }),
      );
    else await tx.execute('update agent_skill set check_failure = ? where id = ?', [failure, row.id]);
  });
  return true;
}
