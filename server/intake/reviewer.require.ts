import { personOf, reviewerOf } from '../accounts/index.js';
import type { RequestContext } from '../platform/context.js';
import { isSamePerson } from '../platform/email.rules.js';
import { Fault } from '../platform/fault.js';
import type { IntakeSubmission } from './intake.entity.js';

/** The reviewer who calls (`usr_…`): the role and a verified address are needed for every look at a submission. */
export function reviewerFor(ctx: RequestContext): string {
  reviewerOf(ctx);
  if (ctx.principal.kind !== 'session' || !ctx.principal.emailVerified)
    throw new Fault('APPROVAL_REQUIRED', {
      say: 'Verify your email address first: a reviewer without one decides nothing.',
    });
  return personOf(ctx);
}

/** Whether the caller submitted it: as the signed-in person, or as the contact with the same address. */
export function isOwn({ principal }: RequestContext, { submittedBy, contactEmail }: IntakeSubmission): boolean {
  if (principal.kind !== 'session') return false;
  return submittedBy === `usr_${principal.userId}` || isSamePerson(principal.email, contactEmail);
}

/** Refuses a decision of the person who submitted it. */
export function requireOther(ctx: RequestContext, submission: IntakeSubmission): void {
  if (isOwn(ctx, submission))
    throw new Fault('APPROVAL_REQUIRED', { say: 'You submitted this: another reviewer has to decide.' });
}
