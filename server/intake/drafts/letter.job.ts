import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findPeople, findReviewers } from '../../accounts/index.js';
import { isSamePerson } from '../../platform/email.rules.js';
import { publicId } from '../../platform/ids.js';
import type { Work } from '../../platform/jobs/queue.js';
import { sendLetter } from '../../platform/mail/mail.js';
import { missingIn } from '../checks/index.js';
import { IntakeLetter, IntakeSubmission } from '../intake.entity.js';
import { isOpenAt } from '../intake-state.rules.js';
import { sendContactLetter } from '../letter.query.js';
import { type LetterSubject, letterToContact, letterToReviewer, letterWithLinks } from '../letter.rules.js';
import { createLink } from '../receipt.query.js';
import { findChecks } from '../submission.query.js';

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
  const at = clock.now();
  return em().transactional(async (tx) => {
    const letters = await tx.find(
      IntakeLetter,
      { forwardedAt: null },
      { orderBy: { id: 'asc' }, limit: BATCH, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, refresh: true },
    );
    if (letters.length === 0) return false;
    await tx.populate(letters, ['submission']);
    const people = await readPeople(tx, letters);
    const forReviewers = new Map<string, Waiting[]>();
    for (const letter of letters) {
      const submission = letter.submission.unwrap();
      const { subjectOf } = letter;
      const { id, kind } = submission;
      if (letter.audience === 'contact') {
        const text = letterToContact({
          subjectOf,
          kind,
          link: `${config.workspaceUrl}/submissions/${linkPath(tx, submission, at)}`,
          missing: subjectOf === 'needs_evidence' ? await readMissing(tx, submission) : [],
        });
        if (text) await sendLetter(tx, log, { recipient: submission.contactEmail, ...text });
      } else
        for (const email of recipientsOf(letter, submission, people))
          forReviewers.set(email, [...(forReviewers.get(email) ?? []), { subjectOf, kind, id: publicId('sub', id) }]);
      letter.forwardedAt = at;
    }
    for (const [recipient, waiting] of forReviewers)
      await sendLetter(tx, log, { recipient, ...letterToReviewer(waiting, config.workspaceUrl) });
    await tx.flush();
    return letters.length === BATCH;
  });
}

/** A link that opens the submission goes to a confirmed address alone. */
const linkPath = (em: EntityManager, submission: IntakeSubmission, at: Date): string =>
  submission.contactVerifiedAt === null ? publicId('sub', submission.id) : createLink(em, submission, at);

/** The gaps of the submission, in the sentences of the rules. */
const readMissing = async (em: EntityManager, submission: IntakeSubmission): Promise<string[]> =>
  missingIn(await findChecks(em, submission)).map(({ reason }) => reason);

/** Everyone whom these letters may be for. */
async function readPeople(em: EntityManager, letters: readonly IntakeLetter[]) {
  const assignees = letters.flatMap(({ audience, submission }) =>
    audience === 'assignee' ? (submission.unwrap().assignee ?? []) : [],
  );
  return {
    assignees: await findPeople(em, assignees),
    reviewers: letters.some(({ audience }) => audience === 'reviewers') ? await findReviewers(em) : [],
  };
}

/** The addresses of the reviewers whom a letter is for: none who submitted it, and not the one who caused it. */
function recipientsOf(
  { audience, exceptUser }: IntakeLetter,
  { assignee, contactEmail }: IntakeSubmission,
  { assignees, reviewers }: Awaited<ReturnType<typeof readPeople>>,
): string[] {
  if (audience === 'assignee') {
    const person = assignee === null ? undefined : assignees.get(assignee);
    return person ? [person.email] : [];
  }
  return reviewers
    .filter(({ id, email }) => id !== exceptUser && !isSamePerson(email, contactEmail))
    .map(({ email }) => email);
}

const SUBMISSIONS_MAX = 10;

/**
 * Sends a contact one letter with a link to each of their newest submissions. An address that was never confirmed gets the link that confirms
 * it for the newest open one instead; one that no submission has gets nothing.
 */
export async function sendLinks({ em, clock, config, log }: Work, email: string): Promise<void> {
  const at = clock.now();
  await em().transactional(async (tx) => {
    const found = await tx.find(
      IntakeSubmission,
      { contactEmail: email },
      { orderBy: { id: 'desc' }, limit: SUBMISSIONS_MAX },
    );
    const confirmed = found.filter(({ contactVerifiedAt }) => contactVerifiedAt !== null);
    const waiting = found.find((one) => one.contactVerifiedAt === null && isOpenAt(one, at));
    if (confirmed.length > 0) {
      const links = confirmed.map((submission) => ({
        kind: submission.kind,
        link: `${config.workspaceUrl}/submissions/${createLink(tx, submission, at)}`,
      }));
      await tx.flush();
      await sendLetter(tx, log, { recipient: email, ...letterWithLinks(links) });
    } else if (waiting) await sendContactLetter(tx, { config, log }, waiting, at);
  });
}
