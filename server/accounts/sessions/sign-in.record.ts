import type { EntityManager } from '@mikro-orm/postgresql';
import { BareStatement, type RowOf } from '../../platform/database/bare-statement.js';
import type { SignInCall } from '../accounts.context.js';
import { type AccountAction, recordAccountAction } from './account.record.js';
import { forgetLinks } from './password.reset.js';

export const BY_EMAIL = new BareStatement({ id: 'uuid' }, 'select id from auth."user" where email = ?');

/** What a path does to an account when it answers well. */
const ACTIONS: Readonly<Record<string, AccountAction['action']>> = {
  '/sign-up/email': 'account.create',
  '/sign-in/email': 'session.create',
  '/change-password': 'password.change',
};

/**
 * Records what a sign-in path has just answered. A refused sign-in is recorded where the address has an account; at an unknown one
 * it would belong to no one. A changed password also ends the letters' links that were not followed.
 */
export async function recordAnswer(
  em: EntityManager,
  at: Date,
  { path, email, requestId }: SignInCall,
  answer: Response,
): Promise<void> {
  const action = ACTIONS[path];
  if (!action) return;
  await em.transactional(async (tx) => {
    if (answer.status < 300) {
      const { user } = (await answer.clone().json()) as { user: { id: string } };
      if (action === 'password.change') await forgetLinks(tx, user.id);
      await recordAccountAction(tx, { userId: user.id, action, at, requestId });
    } else if (action === 'session.create' && answer.status === 401 && email !== null) {
      const [user] = await tx.execute<RowOf<typeof BY_EMAIL>[]>(BY_EMAIL.text, [email]);
      if (user)
        await recordAccountAction(tx, {
          userId: user.id,
          action: 'session.refuse',
          at,
          actor: 'anonymous',
          requestId,
        });
    }
  });
}
