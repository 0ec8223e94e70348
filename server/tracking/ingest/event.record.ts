import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import type { RefusedEvent } from '../catalog/index.js';
import type { Recorded } from '../check/index.js';
import type { TrackReply } from '../event-answer.types.js';
import type { TrackingContext } from '../tracking.open.js';
import { acceptEvent, refusalOf, requireLivingKey, revokedFault, trackingKeyOf } from './event.accept.js';

/**
 * Stores one event, once, for good (specification §2.3, §3). `tracked: true` with an id is sent only after the commit;
 * a repeat is `duplicate: true` with the first id, a changed event under the same key 409, an ignored product `tracked: false`.
 */
export const recordEvent = operation(
  { name: 'trackEvent', who: ['tracking_key'], writes: true, limit: 'track' },
  async (ctx, raw: unknown): Promise<TrackReply> => {
    const key = trackingKeyOf(ctx);
    const now = ctx.platform.clock.now();
    const { events, principals, verdicts } = ctx.parts;
    const note = { key, door: 'track' as const, requestId: ctx.requestId, at: now };
    const accepted = await acceptEvent(ctx, key, raw, now);
    if (accepted.kind === 'checked' && !accepted.checked.ok) throw await refusedEvent(ctx, accepted.checked);
    const event =
      accepted.kind === 'stored' ? accepted.event : accepted.checked.ok ? accepted.checked.event : undefined;
    if (!event) throw new Fault('INTERNAL', { because: 'an accepted event without its content' });
    const recorded = accepted.kind === 'stored' ? accepted.recorded : await events.submit(key, event, now, 'api');
    if (recorded.status === 'revoked') {
      principals.forget(key.binding.productUuid);
      throw revokedFault();
    }
    const notes = accepted.kind === 'checked' ? accepted.checked : { stripped: [], warnings: [] };
    const told = { eventName: event.eventName, idempotencyKey: event.idempotencyKey, warnings: notes.warnings };
    if (recorded.status === 'conflict') {
      verdicts.note({ ...note, ...told, status: 'conflict', problems: changesOf(recorded.changed) });
      throw conflictOf(recorded.changed);
    }
    verdicts.note({
      ...note,
      ...told,
      status: recorded.status,
      ...('eventId' in recorded ? { eventId: recorded.eventId } : {}),
    });
    return { ...replyOf(recorded), stripped: notes.stripped, warnings: notes.warnings };
  },
  { refuse: refuseEvent },
);

/** The fault of a malformed event that GraphQL's own types already refuse, so that every door says the same. */
async function refuseEvent(ctx: TrackingContext, raw: unknown): Promise<Fault | null> {
  const accepted = await acceptEvent(ctx, trackingKeyOf(ctx), raw, ctx.platform.clock.now());
  return accepted.kind === 'stored' || accepted.checked.ok ? null : refusedEvent(ctx, accepted.checked);
}

async function refusedEvent(ctx: TrackingContext, checked: RefusedEvent): Promise<Fault> {
  await requireLivingKey(ctx);
  const at = ctx.platform.clock.now();
  ctx.parts.verdicts.note({
    key: trackingKeyOf(ctx),
    door: 'track',
    requestId: ctx.requestId,
    at,
    status: 'invalid',
    problems: checked.problems,
  });
  return refusalOf(checked);
}

/** The answer's own part of what became of an event. */
export function replyOf(
  recorded: Extract<Recorded, { status: 'tracked' | 'duplicate' | 'ignored' }>,
): Omit<TrackReply, 'stripped' | 'warnings'> {
  if (recorded.status === 'ignored')
    return {
      tracked: false,
      duplicate: false,
      ignored: true,
      eventId: null,
      receivedAt: null,
      reason: 'product_ignored',
    };
  return {
    tracked: true,
    duplicate: recorded.status === 'duplicate',
    ignored: false,
    eventId: publicId('evt', recorded.eventId),
    receivedAt: recorded.receivedAt,
  };
}

/** 409: the key belongs to another payload; `changed` lists pointers, never values. */
export const conflictOf = (changed: string[]): Fault =>
  new Fault('IDEMPOTENCY_CONFLICT', {
    say: 'An event with this key is stored and differs from this one.',
    members: { changed },
  });

/** The same as fields, for the verdict log. */
export const changesOf = (changed: readonly string[]) =>
  changed.map((pointer) => ({ pointer, code: 'changed', detail: 'differs from the stored event' }));
