import { invalid } from '../../platform/fault.js';
import type { SignIn } from '../sessions/index.js';

/** Refuses an act that needs the person's password as well as their session: a browser that was left open may not do it. */
export async function requirePassword(signIn: SignIn, userUuid: string, password: string): Promise<void> {
  if (await signIn.isPassword(userUuid, password)) return;
  throw invalid([{ pointer: '/currentPassword', code: 'not_allowed', detail: 'the current password is wrong' }]);
}
