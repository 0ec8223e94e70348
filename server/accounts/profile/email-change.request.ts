import { storedEmail } from '../../platform/email.rules.js';
import { invalid } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { recipientOf } from '../../platform/limits/limits.policies.js';
import { sendLetter } from '../../platform/mail/mail.js';
import { operation } from '../../platform/operation.js';
import type { AccountsParts } from '../accounts.open.js';
import { personOf } from '../members/index.js';
import { findAccountByEmail, findPerson, recordAccountAction } from '../sessions/index.js';
import { requirePassword } from './password.require.js';
import { storeEmailChange } from './profile.query.js';
import type { RequestEmailChangeInput } from './profile.types.js';

/**
 * Sends a link to a new address and a notice to the present one; nothing changes before the link is followed in a session of the account.
 * The answer is the same when the new address has an account already: only its own letter says so.
 */
export const requestEmailChange = operation<RequestEmailChangeInput, boolean, AccountsParts>(
  { name: 'requestEmailChange', who: ['session'], writes: true, limit: 'credential' },
  async function requestEmailChange(ctx, { newEmail, currentPassword }) {
    const { limits, config, clock, log } = ctx.platform;
    const userUuid = uuidOf('usr', personOf(ctx)) ?? '';
    await requirePassword(ctx.parts.signIn, userUuid, currentPassword);
    const recipient = storedEmail(newEmail);
    const person = await findPerson(ctx.em, userUuid);
    if (!person || person.email === recipient)
      throw invalid([
        { pointer: '/newEmail', code: 'unchanged', detail: 'this is the address of the account already' },
      ]);
    await limits.count('letters-recipient', ctx.req, ctx.res, recipientOf(recipient));
    await limits.count('letters-recipient', ctx.req, ctx.res, recipientOf(person.email));
    const at = clock.now();
    await ctx.em.transactional(async (em) => {
      const taken = await findAccountByEmail(em, recipient);
      const token = await storeEmailChange(em, { userUuid, newEmail: recipient, at });
      const link = `${config.workspaceUrl}/admin/#/me/profile?change=${token}`;
      await sendLetter(em, log, taken ? takenLetter(recipient) : linkLetter(recipient, link));
      await sendLetter(em, log, noticeLetter(person.email, recipient));
      await recordAccountAction(em, { userUuid, action: 'address.request', at, requestId: ctx.requestId });
    });
    return true;
  },
);

const linkLetter = (recipient: string, link: string) => ({
  recipient,
  subject: 'Use this address for your account',
  body: `Open this link within 60 minutes, signed in to your account, to use this address for it:\n\n${link}\n\nIf you did not ask for this, ignore it.\n`,
  link,
});

const takenLetter = (recipient: string) => ({
  recipient,
  subject: 'This address already has an account',
  body: 'Another account asked to use this address. It has an account of its own, so nothing was changed.\n',
});

const noticeLetter = (recipient: string, newEmail: string) => ({
  recipient,
  subject: 'A change of your address was requested',
  body: `Your account asked to use ${newEmail} in place of this address. Nothing changes before the link that was sent there is followed.\n\nIf this was not you, change your password: that ends every other session and the link.\n`,
});
