import type { EntityManager } from '@mikro-orm/postgresql';
import { findMailboxes, ownerOf, reviewerOf } from '../accounts/index.js';
import type { Principal, RequestContext } from '../platform/context.js';
import { selectRows } from '../platform/database/kysely.js';
import { mailboxDigest } from '../platform/email.rules.js';
import { Fault } from '../platform/fault.js';
import { newUuid } from '../platform/ids.js';
import { IntakeParty, type IntakeSubmission, type SubmissionRow } from './intake.entity.js';

/** A person's part in a submission that they may not decide on. */
export type OwnPart = Pick<IntakeParty, 'part' | 'revision'>;

/** A signed-in person by account, and by mailbox once the address is verified: anyone can sign up under an address that is not theirs. */
const selfOf = (principal: Principal): Pick<IntakeParty, 'person' | 'mailbox'> | null =>
  principal.kind === 'session'
    ? {
        person: principal.userId,
        mailbox: principal.emailVerified ? mailboxDigest(principal.email) : null,
      }
    : null;

/** Notes that the caller wrote this revision, or used its receipt, where they are signed in. */
export function recordAuthor(em: EntityManager, submission: IntakeSubmission, principal: Principal, at: Date): void {
  const self = selfOf(principal);
  if (self) createParty(em, submission, { part: 'author', ...self, at });
}

/** Notes that the contact's address is confirmed; who confirmed it while signed in has that mailbox, whatever their account's address is. */
export const recordContact = (em: EntityManager, submission: IntakeSubmission, principal: Principal, at: Date): void =>
  createParty(em, submission, {
    part: 'contact',
    person: selfOf(principal)?.person ?? null,
    mailbox: mailboxDigest(submission.contactEmail),
    at,
  });

function createParty(
  em: EntityManager,
  submission: IntakeSubmission,
  party: Pick<IntakeParty, 'part' | 'person' | 'mailbox' | 'at'>,
): void {
  em.create(IntakeParty, { id: newUuid(), submission, revision: submission.revision, ...party });
}

/**
 * The caller's first part in each of these submissions, by id; those that are another's are not in the answer. A part is the caller's under
 * the account, the mailbox that was noted, or any mailbox that both accounts have or had.
 */
export async function findOwnParts(
  em: EntityManager,
  principal: Principal,
  submissions: readonly SubmissionRow[],
): Promise<Map<string, OwnPart>> {
  if (principal.kind !== 'session' || submissions.length === 0) return new Map();
  const { userId: person } = principal;
  const parties = await selectRows(em, IntakeParty)
    .where(
      't.submission_id',
      'in',
      submissions.map(({ id }) => id),
    )
    .orderBy('t.id', 'desc')
    .execute();
  const people = [...parties.map((one) => one.person), ...submissions.map(({ submittedBy }) => submittedBy)];
  const mailboxes = await findMailboxes(em, [...new Set([person, ...people.filter((one) => one !== null)])]);
  const mine = mailboxes.get(person) ?? new Set();
  const isMine = (mailbox: string): boolean => mine.has(mailbox);
  const own = (one: Pick<IntakeParty, 'person' | 'mailbox'>): boolean =>
    (one.person !== null && (one.person === person || [...(mailboxes.get(one.person) ?? [])].some(isMine))) ||
    (one.mailbox !== null && isMine(one.mailbox));
  const recorded = new Map<string, OwnPart>(
    parties.filter(own).map(({ submissionId, part, revision }) => [submissionId, { part, revision }]),
  );
  // A gateway of the version before writes no parties while it runs beside this one.
  for (const { id, submittedBy, contactEmail, contactVerifiedAt, revision } of submissions) {
    if (recorded.has(id)) continue;
    if (own({ person: submittedBy, mailbox: null })) recorded.set(id, { part: 'author', revision: 1 });
    else if (contactVerifiedAt !== null && own({ person: null, mailbox: mailboxDigest(contactEmail) }))
      recorded.set(id, { part: 'contact', revision });
  }
  return recorded;
}

/** The reviewer who calls (a bare UUID): the role and a verified address are needed for every look at a submission. */
export function reviewerFor(ctx: RequestContext): string {
  reviewerOf(ctx);
  if (ctx.principal.kind !== 'session' || !ctx.principal.emailVerified)
    throw new Fault('APPROVAL_REQUIRED', {
      say: 'Verify your email address first: a reviewer without one decides nothing.',
    });
  return ownerOf(ctx);
}

/** Why a person with a part in a submission decides nothing about it. */
export const sayOwn = ({ part, revision }: OwnPart): string =>
  part === 'author'
    ? `You submitted revision ${revision} of this: another reviewer has to decide.`
    : `Your address is that of the contact of revision ${revision}: another reviewer has to decide.`;

/** Refuses a decision of a person who wrote any revision of it or was its confirmed contact. */
export async function requireOther(ctx: RequestContext, em: EntityManager, submission: SubmissionRow): Promise<void> {
  const own = (await findOwnParts(em, ctx.principal, [submission])).get(submission.id);
  if (own) throw new Fault('APPROVAL_REQUIRED', { say: sayOwn(own) });
}
