import type { Work } from '../../platform/jobs/queue.js';
import { sendLetter } from '../../platform/mail/mail.js';
import { sendContactLetter } from '../contact-letter.send.js';
import { IntakeSubmission } from '../intake.entity.js';
import { createLink } from '../intake-link.query.js';
import { isOpenAt } from '../intake-state.rules.js';
import { letterWithLinks } from '../letter.rules.js';

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
