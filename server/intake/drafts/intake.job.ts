import type { Job } from '../../platform/jobs/queue.js';
import { isRecord } from '../../platform/json.rules.js';
import { IntakeLink, IntakeSubmission } from '../intake.entity.js';
import { enqueuePreparation, LETTERS_TASK, LINKS_TASK, PREPARE_TASK } from '../letter.query.js';
import { forwardLetters, sendLinks } from './letter.job.js';
import { expireSubmissions, prepareSubmission } from './preparation.job.js';

/** A submission that waits for so long has lost its job. */
const LOST_AFTER_MS = 30_000;
const OFFERED_MAX = 500;

const prepare: Job = {
  name: PREPARE_TASK,
  async run(work, payload) {
    if (!isRecord(payload) || typeof payload.submissionId !== 'string')
      throw new Error('a job of intake names no submission');
    await prepareSubmission(work, payload.submissionId);
    await forwardLetters(work);
    return false;
  },
};

const forward: Job = { name: LETTERS_TASK, cron: '* * * * *', run: (work) => forwardLetters(work) };

const links: Job = {
  name: LINKS_TASK,
  async run(work, payload) {
    if (!isRecord(payload) || typeof payload.email !== 'string') throw new Error('a job of intake names no address');
    await sendLinks(work, payload.email);
    return false;
  },
};

const expire: Job = {
  name: 'expire_intake',
  cron: '*/5 * * * *',
  async run({ em, clock }) {
    await em().nativeDelete(IntakeLink, { expiresAt: { $lte: clock.now() } });
    return expireSubmissions(em(), clock.now());
  },
};

/** Offers submissions to the queue again whose job was lost. */
const offerLost: Job = {
  name: 'offer_lost_intake',
  cron: '* * * * *',
  async run({ em, log, clock }) {
    const before = new Date(clock.now().getTime() - LOST_AFTER_MS);
    const lost = await em().find(
      IntakeSubmission,
      { state: 'received', updatedAt: { $lte: before }, expiresAt: { $gt: clock.now() } },
      { fields: ['id'], orderBy: { updatedAt: 'asc' }, limit: OFFERED_MAX },
    );
    for (const { id } of lost) if (!(await enqueuePreparation(em(), log, id))) break;
    return false;
  },
};

/** The worker's jobs for intake: checks and drafts, letters, links, expiry. */
export const intakeJobs: readonly Job[] = [prepare, forward, links, expire, offerLost];
