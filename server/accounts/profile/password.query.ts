import { Fault, invalid } from '../../platform/fault.js';
import type { SignIn } from '../accounts.context.js';

/** A member that an act needs, though its input may leave it out. */
export function requireText(member: string, value: string | null | undefined): string {
  if (value) return value;
  throw invalid([{ pointer: `/${member}`, code: 'required', detail: `${member} is required` }]);
}

/** Requires the person's password beside their session, so that a browser that was left open cannot do this act. */
export async function requirePassword(signIn: SignIn, userId: string, password: string): Promise<void> {
  if (await signIn.isPassword(userId, password)) return;
  if (!(await signIn.hasPassword(userId)))
    throw new Fault('STATE_CONFLICT', {
      say: 'Your account has no password. Choose “Forgot password?” at sign-in to set one, then try again.',
    });
  throw invalid([{ pointer: '/currentPassword', code: 'not_allowed', detail: 'the current password is wrong' }]);
}
