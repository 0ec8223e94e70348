import { isLiveCredential } from '../../accounts/index.js';
import type { PrincipalOf } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import type { TrackingContext } from '../tracking.open.js';

/** The tracking key that calls, for operations that declare `who: ['tracking_key']`. */
export function requireTrackingKey({ principal }: TrackingContext): PrincipalOf<'tracking_key'> {
  if (principal.kind !== 'tracking_key') throw new Fault('WRONG_CREDENTIAL');
  return principal;
}

/** The refusal of a revoked key: a flush finds it for the events that it stores. */
export const revokedFault = (): Fault =>
  new Fault('UNAUTHENTICATED', {
    say: 'The tracking key was revoked.',
    errors: [{ pointer: '', code: 'revoked', detail: 'the tracking key was revoked' }],
  });

/** Refuses a revoked key where no flush finds it (decisions §2, Credentials). */
export async function requireActiveKey(ctx: TrackingContext): Promise<void> {
  const { credentialId } = requireTrackingKey(ctx);
  if (!(await isLiveCredential(ctx.em, credentialId))) throw revokedFault();
}
