import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { forgetLinks, keepMailbox, lockPerson, recordAccountAction } from '../accounts/index.js';
import type { Database } from '../app/database.js';
import { normalizeEmail } from '../platform/email.rules.js';
import { readId } from '../platform/ids.js';
import { CommandError, UsageError } from './print.js';

/**
 * Gives an account another address in an operator's name; audited. The operator proves nothing about the address: it counts once its owner has
 * followed a letter's link, and the links that went to the earlier address end.
 */
export async function renamePerson(
  { orm }: Database,
  id: string,
  given: string,
  reason: string | undefined,
): Promise<{ id: string; email: string }> {
  const userUuid = readId('usr', id);
  if (userUuid === null) throw new UsageError('name the account by its id, which begins with usr_');
  const email = normalizeEmail(given);
  if (email === null) throw new UsageError('--email must be an e-mail address of at most 254 characters');
  try {
    await orm.em.fork().transactional(async (em) => {
      await lockPerson(em, userUuid);
      await keepMailbox(em, userUuid);
      const renamed = await em.execute<unknown[]>(
        'update auth."user" set email = ?, "emailVerified" = false, "updatedAt" = now() where id = ? returning id',
        [email, userUuid],
      );
      if (renamed.length === 0) throw new CommandError(`no account has the id ${id}`);
      await forgetLinks(em, userUuid);
      const at = new Date();
      await recordAccountAction(em, { userId: userUuid, action: 'address.change', at, actor: 'operator', reason });
    });
  } catch (error) {
    throw error instanceof UniqueConstraintViolationException
      ? new CommandError('this address has an account already')
      : error;
  }
  return { id, email };
}
