import type { EntityManager } from '@mikro-orm/postgresql';
import { personOf, reviewerOf } from '../accounts/index.js';
import type { RequestContext } from '../platform/context.js';
import { Fault } from '../platform/fault.js';
import type { IntakeSubmission } from './intake.entity.js';
import { findOwnParts, type OwnPart } from './party.query.js';

/** The reviewer who calls (`usr_…`): the role and a verified address are needed for every look at a submission. */
export function reviewerFor(ctx: RequestContext): string {
  reviewerOf(ctx);
  if (ctx.principal.kind !== 'session' || !ctx.principal.emailVerified)
    throw new Fault('APPROVAL_REQUIRED', {
      say: 'Verify your email address first: a reviewer without one decides nothing.',
    });
  return personOf(ctx);
}

/** Why a person with a part in a submission decides nothing about it. */
export const sayOwn = ({ part, revision }: OwnPart): string =>
  part === 'author'
    ? `You submitted revision ${revision} of this: another reviewer has to decide.`
    : `Your address is that of the contact of revision ${revision}: another reviewer has to decide.`;

/** Refuses a decision of a person who wrote any revision of it or was its confirmed contact. */
export async function requireOther(
  ctx: RequestContext,
  em: EntityManager,
  submission: IntakeSubmission,
): Promise<void> {
  const own = (await findOwnParts(em, ctx.principal, [submission])).get(submission.id);
  if (own) throw new Fault('APPROVAL_REQUIRED', { say: sayOwn(own) });
}
