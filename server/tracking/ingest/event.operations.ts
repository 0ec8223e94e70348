import { IsOptional } from 'class-validator';
import { ArgsType, Field, ID } from 'type-graphql';
import { IsText } from '../../platform/constraints.js';
import type { PrincipalOf } from '../../platform/context.js';
import { Fault, invalid, type Problem, problemOf } from '../../platform/fault.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { pointerStep } from '../../platform/graphql/input.walk.js';
import { publicId } from '../../platform/ids.js';
import { isRecord } from '../../platform/json.rules.js';
import { operation } from '../../platform/operation.js';
import { catalogEntry, type PreparedEvent, type RefusedEvent } from '../catalog/index.js';
import { checkEvent, type Recorded, refuseRawBatch } from '../check/index.js';
import {
  type BatchReply,
  type BatchResult,
  type BatchSummary,
  EVENTS_MAX,
  TrackedEvent,
  type TrackReply,
  VerdictStatus,
} from '../event-answer.types.js';
import type { TrackingContext } from '../tracking.open.js';
import type { VerdictLog } from '../verdicts/index.js';
import {
  type Acceptance,
  acceptEvent,
  acceptEvents,
  checkSent,
  type ReadyEvent,
  requireActiveKey,
  requireTrackingKey,
  type Sent,
} from './event.accept.js';
import { findEvents } from './stored-event.query.js';

/**
 * Stores one event, once, for good (specification §2.3, §3). `tracked: true` with an id is sent only after the commit;
 * a repeat is `duplicate: true` with the first id, a changed event under the same key 409, an ignored product or event name `tracked: false`.
 */
export const recordEvent = operation(
  { name: 'trackEvent', who: ['tracking_key'], writes: true, limit: 'track' },
  async function trackEvent(ctx: TrackingContext, raw: unknown): Promise<TrackReply> {
    const now = ctx.platform.clock.now();
    return recordSent(ctx, checkSent(requireTrackingKey(ctx), raw, now), now);
  },
  { refuse: refuseEvent },
);

/** Stores one event that was checked, for a caller who was admitted. */
export async function recordSent(ctx: TrackingContext, sent: Sent, now: Date): Promise<TrackReply> {
  const key = requireTrackingKey(ctx);
  const outcome = await storeAccepted(ctx, key, await acceptEvent(ctx, key, sent, now), now);
  const answer = await answerTrack(ctx, outcome, now);
  if (answer.fault) throw answer.fault;
  return answer.reply;
}

/** The fault of a malformed event that GraphQL's own types already refuse, so that every transport answers the same. */
async function refuseEvent(ctx: TrackingContext, raw: unknown): Promise<Fault | null> {
  const now = ctx.platform.clock.now();
  const key = requireTrackingKey(ctx);
  const acceptance = await acceptEvent(ctx, key, checkSent(key, raw, now), now);
  if (acceptance.kind !== 'refused') return null;
  return (await answerTrack(ctx, acceptance, now)).fault ?? null;
}

/** A refused event reaches no flush, so this checks whether its key is revoked. */
async function answerTrack(ctx: TrackingContext, outcome: Outcome, now: Date): Promise<Answer> {
  if (outcome.kind === 'refused') await requireActiveKey(ctx);
  return answerOutcome(answering(ctx), 'track', outcome, now);
}

export interface BatchInput {
  readonly events: unknown;
}

/** Stores a batch of up to 50 events: good items are stored whatever the others are, each with its own verdict (decisions §4, Batch). */
export const recordBatch = operation(
  { name: 'trackBatch', who: ['tracking_key'], writes: true, itemsIn: 'events', limit: 'track-batch', cost: 600 },
  async function trackBatch(ctx: TrackingContext, input: BatchInput): Promise<BatchReply> {
    const now = ctx.platform.clock.now();
    const raw = isRecord(input)
      ? refuseRawBatch(input, (call) => checkEvent(call, requireTrackingKey(ctx).binding, now, 'store'))
      : null;
    if (raw) {
      await requireActiveKey(ctx);
      throw refusalOf(raw);
    }
    const events = eventsOf(input);
    const key = requireTrackingKey(ctx);
    const accepted = await acceptEvents(ctx, key, events, now);
    // All are submitted in one turn and in their order, so that of a repeated key the first stays first.
    const outcomes = await Promise.all(accepted.map((one) => storeAccepted(ctx, key, one, now)));
    if (outcomes.every(({ kind }) => kind === 'refused')) await requireActiveKey(ctx);
    const results = outcomes.map((outcome, index) =>
      resultOf(ctx, answerOutcome(answering(ctx), 'batch', outcome, now), index),
    );
    const summary = summaryOf(results);
    if (summary.conflict + summary.invalid === summary.received)
      throw new Fault('BATCH_REFUSED', {
        say: `None of the ${summary.received} events was stored.`,
        members: { results, summary },
      });
    return { results, summary };
  },
);

function eventsOf(input: BatchInput): unknown[] {
  const wrong = (code: string, detail: string): Fault => invalid([{ pointer: '/events', code, detail }]);
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalid([{ pointer: '', code: 'wrong_type', detail: 'the body must be an object with the member events' }]);
  const unknown = Object.keys(input).filter((key) => key !== 'events');
  if (unknown.length)
    throw invalid(
      unknown.map((key) => ({
        pointer: pointerStep(key),
        code: 'unknown_field',
        detail: 'a batch has the member events alone',
      })),
    );
  const { events } = input;
  if (events === undefined || events === null) throw wrong('required', 'events is required');
  if (!Array.isArray(events)) throw wrong('wrong_type', 'events must be a list');
  if (events.length === 0) throw wrong('too_short', 'a batch has at least one event');
  if (events.length > EVENTS_MAX) throw wrong('too_long', `a batch has at most ${EVENTS_MAX} events`);
  return events;
}

/** The result of one item; pointers in its problem and its warnings begin at the batch. */
function resultOf(ctx: TrackingContext, answer: Answer, index: number): BatchResult {
  const { status, event } = answer;
  const ofItem = { index, ...(event ? { idempotencyKey: event.idempotencyKey } : {}), status };
  if (answer.fault) {
    const problem = problemOf(answer.fault, ctx.platform.config.baseUrl, ctx.requestId);
    return { ...ofItem, tracked: false, error: atItem(problem, `/events/${index}`) };
  }
  const { tracked, duplicate, ignored, eventId, warnings } = answer.reply;
  const noted = warnings.map((one) => ({ ...one, pointer: `/events/${index}${one.pointer}` }));
  return { ...ofItem, tracked, duplicate, ignored, eventId, ...(noted.length ? { warnings: noted } : {}) };
}

function atItem(problem: Problem, item: string): Problem {
  const pointers = (name: 'changed' | 'missing'): Record<string, unknown> => {
    const own = problem[name];
    return Array.isArray(own) ? { [name]: own.map((pointer) => item + pointer) } : {};
  };
  return {
    ...problem,
    ...(problem.errors ? { errors: problem.errors.map((one) => ({ ...one, pointer: item + one.pointer })) } : {}),
    ...pointers('changed'),
    ...pointers('missing'),
  };
}

function summaryOf(results: readonly BatchResult[]): BatchSummary {
  const summary: BatchSummary = {
    received: results.length,
    tracked: 0,
    duplicate: 0,
    ignored: 0,
    conflict: 0,
    invalid: 0,
  };
  for (const { status } of results) summary[status] += 1;
  return summary;
}

/** The outcome of one event of a call. */
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
async function storeAccepted(
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

/** The request whose events are answered. */
interface Answering {
  readonly verdicts: VerdictLog;
  readonly key: PrincipalOf<'tracking_key'>;
  readonly requestId: string;
}

const answering = (ctx: TrackingContext): Answering => ({
  verdicts: ctx.parts.verdicts,
  key: requireTrackingKey(ctx),
  requestId: ctx.requestId,
});

/** Answers one event of a call, and records its verdict for the workspace. */
export function answerOutcome(
  { verdicts, key, requestId }: Answering,
  transport: 'track' | 'batch',
  outcome: Outcome,
  at: Date,
): Answer {
  const verdict = { key, transport, requestId, at };
  if (outcome.kind === 'refused') {
    verdicts.add({
      ...verdict,
      ...catalogName(outcome.refused),
      status: 'invalid',
      problems: outcome.refused.problems,
    });
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
  verdicts.add(
    recorded.status === 'ignored' ? { ...sent, ignoredAs: recorded.reason } : { ...sent, eventId: recorded.eventId },
  );
  return { status, event, reply: { ...replyOf(recorded), stripped, warnings } };
}

/** The name of a refused event where the catalog has it, which holds nothing private; one of the caller's own may be what was refused. */
const catalogName = ({ partial: { eventName } }: RefusedEvent): { readonly eventName?: string } =>
  eventName !== undefined && catalogEntry(eventName) ? { eventName } : {};

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
      reason: recorded.reason,
    };
  return {
    tracked: true,
    duplicate: recorded.status === 'duplicate',
    ignored: false,
    eventId: publicId('evt', recorded.eventId),
    receivedAt: recorded.receivedAt,
  };
}

@ArgsType()
export class TrackedEventArgs {
  @Field(() => ID, { nullable: true, description: 'Either this or the key is given.' })
  @IsOptional()
  @IdOf('evt')
  eventId?: string | null;

  @Field(() => String, { nullable: true, description: "Either this or the event's id is given." })
  @IsOptional()
  @IsText(255)
  idempotencyKey?: string | null;
}

/** The event of a key's product that persisted under an id or an idempotency key: for "inspect before retrying" (specification §7). */
export const readTrackedEvent = operation(
  { name: 'trackedEvent', who: ['tracking_key'], limit: 'track' },
  async function trackedEvent(
    ctx: TrackingContext,
    { eventId, idempotencyKey }: TrackedEventArgs,
  ): Promise<TrackedEvent> {
    const { binding } = requireTrackingKey(ctx);
    await requireActiveKey(ctx);
    if (Boolean(eventId) === Boolean(idempotencyKey))
      throw invalid([{ pointer: '', code: 'one_of', detail: 'name either eventId or idempotencyKey' }]);
    const found = await findEvents(ctx.em, binding.organizationId, (of) => {
      const own = of.where('t.product_uuid', '=', binding.productUuid);
      return eventId ? own.where('t.id', '=', eventId) : own.where('t.idempotency_key', '=', idempotencyKey ?? '');
    });
    if (!found[0]) throw new Fault('NOT_FOUND', { say: 'No event of this product is stored under that.' });
    return found[0];
  },
);

export const UUID_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
