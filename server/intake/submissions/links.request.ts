import { storedEmail } from '../../platform/email.rules.js';
import { recipientOf } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import type { RequestIntakeLinksArgs } from '../intake.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { enqueueLinks } from '../intake-task.enqueue.js';

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
