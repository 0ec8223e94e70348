import { LockMode } from '@mikro-orm/core';
import { selectRows } from '../../platform/database/kysely.js';
import { storedEmail } from '../../platform/email.rules.js';
import { Fault } from '../../platform/fault.js';
import { recipientOf } from '../../platform/limits/limits.js';
import { operation } from '../../platform/operation.js';
import { missingIn } from '../checks/index.js';
import type { CheckResult } from '../draft.types.js';
import { recordLetter, recordStep } from '../history.query.js';
import type { IntakeContext } from '../intake.context.js';
import { IntakeSubmission, type SubmissionRow } from '../intake.entity.js';
import { isOpenAt, nextStep } from '../intake-state.rules.js';
import { enqueueLetters, enqueueLinks, sendContactLetter } from '../letter.query.js';
import { recordAuthor, recordContact } from '../party.query.js';
import { createLink, hashOfSecret, isSecret } from '../receipt.query.js';
import { findChecks } from '../submission.query.js';
import type {
  IntakeContactLink,
  IntakeReceiptArgs,
  IntakeStatus,
  RequestIntakeLinksArgs,
  VerifyIntakeContactArgs,
} from '../submission.types.js';
import { describeStatus, lockByReceipt, readByReceipt } from './status.query.js';

const endedLink = (): Fault =>
  new Fault('NOT_FOUND', {
    say: 'This link has ended: it works once, for seven days. Ask for another on the page of the submission.',
  });

/** The content of a link's page; `receipt` opens the submission for the contact who has just confirmed. */
const describeLink = (
  submission: SubmissionRow,
  checks: readonly CheckResult[],
  receipt: string | null,
): IntakeContactLink => ({
  kind: submission.kind,
  organizationName: submission.organizationName,
  verified: receipt !== null,
  next: nextStep(submission.state, true),
  missing: submission.state === 'needs_evidence' ? missingIn(checks) : [],
  receipt,
});

/** Reads the subject of a letter's link, so that its page can say what the button confirms. Reading confirms nothing. */
export const readContactLink = operation(
  { name: 'intakeContactLink', who: ['anonymous', 'session'], limit: 'public-read', share: 'submissions' },
  async function intakeContactLink(
    { em, platform }: IntakeContext,
    { token }: VerifyIntakeContactArgs,
  ): Promise<IntakeContactLink> {
    const found = isSecret(token)
      ? await selectRows(em, IntakeSubmission)
          .where('t.contact_token_hash', '=', hashOfSecret(token))
          .where('t.contact_token_expires_at', '>', platform.clock.now())
          .executeTakeFirst()
      : undefined;
    if (!found) throw endedLink();
    return describeLink(found, await findChecks(em, found), null);
  },
);

/** Confirms the contact's address, once; a review can begin from now on. */
export const verifyContact = operation(
  {
    name: 'verifyIntakeContact',
    who: ['anonymous', 'session'],
    writes: true,
    limit: 'public-read',
    share: 'submissions',
  },
  async function verifyIntakeContact(
    { em, platform, principal }: IntakeContext,
    { token }: VerifyIntakeContactArgs,
  ): Promise<IntakeContactLink> {
    const at = platform.clock.now();
    if (!isSecret(token)) throw endedLink();
    return em.transactional(async (tx) => {
      const submission = await tx.findOne(
        IntakeSubmission,
        { contactTokenHash: hashOfSecret(token), contactTokenExpiresAt: { $gt: at } },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (!submission) throw endedLink();
      if (!isOpenAt(submission, at))
        throw new Fault('STATE_CONFLICT', { say: 'The submission has ended: nothing is left to confirm.' });
      submission.contactTokenHash = null;
      submission.contactTokenExpiresAt = null;
      submission.contactVerifiedAt = at;
      recordContact(tx, submission, principal, at);
      recordStep(tx, submission, 'verify_contact', { at, actor: 'submitter' });
      if (submission.state === 'draft_prepared')
        recordLetter(tx, submission, { audience: 'reviewers', subjectOf: 'review_waits', at });
      // No letter could say it before: the address was not confirmed.
      if (submission.state === 'needs_evidence')
        recordLetter(tx, submission, { audience: 'contact', subjectOf: 'needs_evidence', at });
      const receipt = createLink(tx, submission, at);
      await tx.flush();
      await enqueueLetters(tx, platform.log);
      return describeLink(submission, await findChecks(tx, submission), receipt);
    });
  },
);

/** Sends the contact another letter with a link; the earlier one ends. */
export const sendContactLetterAgain = operation(
  {
    name: 'sendIntakeContactLetter',
    who: ['anonymous', 'session'],
    writes: true,
    limit: 'letters',
    share: 'submissions',
  },
  async function sendIntakeContactLetter(ctx: IntakeContext, { receipt }: IntakeReceiptArgs): Promise<IntakeStatus> {
    const { em, platform } = ctx;
    const { contactEmail } = await readByReceipt(em, receipt, platform.clock.now());
    await platform.limits.count('letters-recipient', ctx.req, ctx.res, recipientOf(contactEmail));
    return em.transactional(async (tx) => {
      const at = platform.clock.now();
      const submission = await lockByReceipt(tx, receipt, at);
      if (submission.contactVerifiedAt !== null || !isOpenAt(submission, at))
        throw new Fault('STATE_CONFLICT', { say: 'The address is confirmed already, or the submission has ended.' });
      recordAuthor(tx, submission, ctx.principal, at);
      await sendContactLetter(tx, platform, submission, at);
      return describeStatus(submission, receipt.trim(), await findChecks(tx, submission), platform.config.workspaceUrl);
    });
  },
);

/**
 * Has links to the submissions of a contact sent to its address. The answer, its time and what is stored are the same for an address that no
 * submission has: only the worker looks.
 */
export const requestLinks = operation(
  { name: 'requestIntakeLinks', who: ['anonymous', 'session'], writes: true, limit: 'letters', share: 'submissions' },
  async function requestIntakeLinks(ctx: IntakeContext, { email }: RequestIntakeLinksArgs): Promise<boolean> {
    const { limits, log } = ctx.platform;
    const recipient = storedEmail(email);
    await limits.count('letters-recipient', ctx.req, ctx.res, recipientOf(recipient));
    await enqueueLinks(ctx.em, log, recipient);
    return true;
  },
);
