import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../../platform/clock.js';
import { ANONYMOUS } from '../../platform/context.js';
import { prepareSubmission } from '../drafts/index.js';
import { IntakeSubmission } from '../intake.entity.js';
import { recordContact } from '../party.query.js';
import { readContent } from './content.read.js';
import { createSubmission } from './submission.submit.js';

/** Stores submissions of the demo with confirmed contacts and prepares their drafts; no letter is sent, and where there are submissions nothing is done. */
export async function storeSampleSubmissions(
  em: () => EntityManager,
  clock: Clock,
  inputs: readonly Record<string, unknown>[],
): Promise<void> {
  if ((await em().count(IntakeSubmission, {})) > 0) return;
  for (const input of inputs) {
    const read = readContent(input);
    if ('fault' in read) throw read.fault;
    const at = clock.now();
    const id = await em().transactional(async (tx) => {
      const { submission } = createSubmission(tx, { principal: ANONYMOUS }, read.content, null, at);
      recordContact(tx, submission, ANONYMOUS, at);
      await tx.flush();
      return submission.id;
    });
    await prepareSubmission({ em, clock }, id);
    await em().nativeUpdate(IntakeSubmission, { id }, { contactVerifiedAt: at });
  }
}
