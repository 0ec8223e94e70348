import type { PrincipalOf } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { publicId } from '../../platform/ids.js';
import type { PreparedEvent, RefusedEvent } from '../catalog/index.js';
import type { Recorded } from '../check/index.js';
import { type TrackReply, VerdictStatus } from '../event-answer.types.js';
import type { TrackingContext } from '../tracking.open.js';
import type { Acceptance, ReadyEvent } from './event.accept.js';
import { requireTrackingKey } from './tracking-key.require.js';

/** What became of one event of a call. */
export type Outcome = Exclude<Acceptance, ReadyEvent>;

/** The answer to one event: its reply, or its fault; `event` is missing where it was refused. */
export type Answer =
  | {
      readonly status: VerdictStatus;
      readonly event: PreparedEvent;
      readonly reply: TrackReply;
      readonly fault?: undefined;
    }
  | { readonly status: VerdictStatus; readonly event?: PreparedEvent; readonly fault: Fault };

/** Stores an event that is ready; rejects as `FlushQueue.submit` does. */
export async function storeAccepted(
  ctx: TrackingContext,
  key: PrincipalOf<'tracking_key'>,
  acceptance: Acceptance,
  now: Date,
): Promise<Outcome> {
  if (acceptance.kind !== 'ready') return acceptance;
  const { event, stripped, warnings } = acceptance;
  const recorded = await ctx.parts.events.submit(key, event, now, 'api');
  return { kind: 'stored', event, recorded, stripped, warnings };
}

/** Answers one event of a call, and records its verdict for the workspace. */
export function answerOutcome(ctx: TrackingContext, transport: 'track' | 'batch', outcome: Outcome, at: Date): Answer {
  const { verdicts } = ctx.parts;
  const verdict = { key: requireTrackingKey(ctx), transport, requestId: ctx.requestId, at };
  if (outcome.kind === 'refused') {
    verdicts.add({ ...verdict, status: 'invalid', problems: outcome.refused.problems });
    return { status: VerdictStatus.invalid, fault: refusalOf(outcome.refused) };
  }
  const { event, recorded, stripped, warnings } = outcome;
  const status = VerdictStatus[recorded.status];
  const sent = { ...verdict, status, eventName: event.eventName, idempotencyKey: event.idempotencyKey, warnings };
  if (recorded.status === 'conflict') {
    const problems = recorded.changed.map((pointer) => ({
      pointer,
      code: 'changed',
      detail: 'differs from the stored event',
    }));
    verdicts.add({ ...sent, problems });
    return { status, event, fault: conflictOf(recorded.changed) };
  }
  verdicts.add('eventId' in recorded ? { ...sent, eventId: recorded.eventId } : sent);
  return { status, event, reply: { ...replyOf(recorded), stripped, warnings } };
}

/** The fault of a refused event; `members` are added to the problem, such as a dry-run's mapping. */
export function refusalOf(refused: RefusedEvent, members: Record<string, unknown> = {}): Fault {
  const count = refused.problems.length;
  const what =
    refused.code === 'PAYLOAD_TOO_LARGE'
      ? 'An event may have at most 32 KiB of canonical JSON.'
      : refused.code === 'PRIVATE_CONTENT'
        ? count === 1
          ? '1 place holds private content'
          : `${count} places hold private content or need correction`
        : undefined;
  return new Fault(refused.code, {
    say: what ?? (count === 1 ? '1 field needs correction' : `${count} fields need correction`),
    errors: refused.problems,
    members: {
      ...(refused.suggestedPayload
        ? { suggestedPayload: refused.suggestedPayload, missing: refused.missing ?? [] }
        : {}),
      ...members,
    },
  });
}

/** 409: the key belongs to another payload; `changed` lists pointers, never values. */
const conflictOf = (changed: string[]): Fault =>
  new Fault('IDEMPOTENCY_CONFLICT', {
    say: 'An event with this key is stored and differs from this one.',
    members: { changed },
  });

function replyOf(recorded: Exclude<Recorded, { status: 'conflict' }>): Omit<TrackReply, 'stripped' | 'warnings'> {
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
