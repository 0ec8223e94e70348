import type { Fault } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import type { TrackReply } from '../event-answer.types.js';
import type { TrackingContext } from '../tracking.open.js';
import { acceptEvent } from './event.accept.js';
import { type Answer, answerOutcome, type Outcome, storeAccepted } from './outcome.answer.js';
import { requireActiveKey, requireTrackingKey } from './tracking-key.require.js';

/**
 * Stores one event, once, for good (specification §2.3, §3). `tracked: true` with an id is sent only after the commit;
 * a repeat is `duplicate: true` with the first id, a changed event under the same key 409, an ignored product `tracked: false`.
 */
export const recordEvent = operation(
  { name: 'trackEvent', who: ['tracking_key'], writes: true, limit: 'track' },
  async function trackEvent(ctx: TrackingContext, raw: unknown): Promise<TrackReply> {
    const key = requireTrackingKey(ctx);
    const now = ctx.platform.clock.now();
    const outcome = await storeAccepted(ctx, key, await acceptEvent(ctx, key, raw, now), now);
    const answer = await answerTrack(ctx, outcome, now);
    if (answer.fault) throw answer.fault;
    return answer.reply;
  },
  { refuse: refuseEvent },
);

/** The fault of a malformed event that GraphQL's own types already refuse, so that every transport answers the same. */
async function refuseEvent(ctx: TrackingContext, raw: unknown): Promise<Fault | null> {
  const now = ctx.platform.clock.now();
  const acceptance = await acceptEvent(ctx, requireTrackingKey(ctx), raw, now);
  if (acceptance.kind !== 'refused') return null;
  return (await answerTrack(ctx, acceptance, now)).fault ?? null;
}

/** A refused event reaches no flush, so this checks whether its key is revoked. */
async function answerTrack(ctx: TrackingContext, outcome: Outcome, now: Date): Promise<Answer> {
  if (outcome.kind === 'refused') await requireActiveKey(ctx);
  return answerOutcome(ctx, 'track', outcome, now);
}
