import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findPeople, findReviewers } from '../../accounts/index.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import type { Work } from '../../platform/jobs/queue.js';
import { sendLetter } from '../../platform/mail/mail.js';
import { IntakeLetter, type IntakeSubmission } from '../intake.entity.js';
import { type LetterSubject, letterToContact, letterToReviewer } from '../letter.rules.js';

const BATCH = 200;

interface Waiting {
  readonly subjectOf: LetterSubject;
  readonly kind: string;
  readonly id: string;
}

/**
 * Puts the letters that intake wants into the outbox. Automation says to whom and about what; the words are ours, and a reviewer gets one
 * letter about everything that waits. Answers whether more may wait.
 */
export async function forwardLetters({ em, clock, config, log }: Work): Promise<boolean> {
  return em().transactional(async (tx) => {
    const letters = await tx.find(
      IntakeLetter,
      { forwardedAt: null },
      { orderBy: { id: 'asc' }, limit: BATCH, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, refresh: true },
    );
    if (letters.length === 0) return false;
    await tx.populate(letters, ['submission']);
    const forReviewers = new Map<string, Waiting[]>();
    for (const letter of letters) {
      const submission = letter.submission.unwrap();
      const { subjectOf } = letter;
      const { id, kind } = submission;
      if (letter.audience === 'contact') {
        const text = letterToContact(subjectOf, kind, id, config.workspaceUrl);
        if (text) await sendLetter(tx, log, { recipient: submission.contactEmail, ...text });
      } else
        for (const email of await readRecipients(tx, letter, submission))
          forReviewers.set(email, [...(forReviewers.get(email) ?? []), { subjectOf, kind, id }]);
      letter.forwardedAt = clock.now();
    }
    for (const [recipient, waiting] of forReviewers)
      await sendLetter(tx, log, { recipient, ...letterToReviewer(waiting, config.workspaceUrl) });
    await tx.flush();
    return letters.length === BATCH;
  });
}

/** The reviewers whom a letter is for: none who submitted it, and not the one who caused it. */
async function readRecipients(
  em: EntityManager,
  { audience, exceptUser }: IntakeLetter,
  { assignee, contactEmail }: IntakeSubmission,
): Promise<string[]> {
  if (audience === 'assignee') {
    const uuid = assignee === null ? null : uuidOf('usr', assignee);
    const person = uuid === null ? undefined : (await findPeople(em, [uuid])).get(uuid);
    return person ? [person.email] : [];
  }
  const reviewers = await findReviewers(em);
  return reviewers
    .filter(({ id, email }) => publicId('usr', id) !== exceptUser && email.toLowerCase() !== contactEmail.toLowerCase())
    .map(({ email }) => email);
}
