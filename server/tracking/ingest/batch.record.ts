import { Fault, type FieldProblem, invalid, problemOf } from '../../platform/fault.js';
import { pointerStep } from '../../platform/graphql/input.walk.js';
import { isRecord } from '../../platform/json.rules.js';
import { operation } from '../../platform/operation.js';
import type { PreparedEvent } from '../catalog/index.js';
import { checkEvent, type Recorded, refuseRawBatch } from '../check/index.js';
import type { BatchReply, BatchResult, BatchSummary, VerdictStatus } from '../event-answer.types.js';
import type { TrackingContext } from '../tracking.open.js';
import {
  type Accepted,
  acceptEvents,
  refusalOf,
  requireLivingKey,
  revokedFault,
  trackingKeyOf,
} from './event.accept.js';
import { changesOf, conflictOf, replyOf } from './event.record.js';

/** Specification §8. */
const EVENTS_MAX = 50;

export interface BatchInput {
  readonly events: unknown;
}

type Outcome =
  | { recorded: Recorded; event: PreparedEvent; warnings: FieldProblem[] }
  | { refused: Fault; problems: FieldProblem[] };

/** Stores a batch of up to 50 events: good items are stored whatever the others are, each with its own verdict (decisions §4, Batch). */
export const recordBatch = operation(
  { name: 'trackBatch', who: ['tracking_key'], writes: true, limit: 'track-batch' },
  async (ctx: TrackingContext, input: BatchInput): Promise<BatchReply> => {
    const now = ctx.platform.clock.now();
    const raw = isRecord(input)
      ? refuseRawBatch(input, (call) => checkEvent(call, trackingKeyOf(ctx).binding, now, 'store'))
      : null;
    if (raw) {
      await requireLivingKey(ctx);
      throw refusalOf(raw);
    }
    const events = eventsOf(input);
    const accepted = await acceptEvents(ctx, trackingKeyOf(ctx), events, now);
    // All are submitted in one turn and in their order: of a key that is repeated the first stays first, whatever had to be asked of it.
    const outcomes = await Promise.all(accepted.map((one) => recordItem(ctx, one, now)));
    if (outcomes.some((one) => 'recorded' in one && one.recorded.status === 'revoked')) {
      ctx.parts.principals.forget(trackingKeyOf(ctx).binding.productUuid);
      throw revokedFault();
    }
    if (outcomes.every((one) => 'refused' in one)) await requireLivingKey(ctx);
    const results = outcomes.map((outcome, index) => resultOf(ctx, outcome, index));
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

async function recordItem(ctx: TrackingContext, accepted: Accepted, now: Date): Promise<Outcome> {
  if (accepted.kind === 'stored') return { recorded: accepted.recorded, event: accepted.event, warnings: [] };
  const { checked } = accepted;
  if (!checked.ok) return { refused: refusalOf(checked), problems: checked.problems };
  return {
    recorded: await ctx.parts.events.submit(trackingKeyOf(ctx), checked.event, now, 'api'),
    event: checked.event,
    warnings: checked.warnings,
  };
}

function resultOf(ctx: TrackingContext, outcome: Outcome, index: number): BatchResult {
  const { clock, config } = ctx.platform;
  const { verdicts } = ctx.parts;
  const note = { key: trackingKeyOf(ctx), door: 'batch' as const, requestId: ctx.requestId, at: clock.now() };
  const refusedAs = (status: 'invalid' | 'conflict', fault: Fault): BatchResult => {
    const problem = problemOf(fault, config.baseUrl, ctx.requestId);
    const errors = problem.errors?.map((one) => ({ ...one, pointer: `/events/${index}${one.pointer}` }));
    const changed = Array.isArray(problem.changed)
      ? { changed: problem.changed.map((pointer) => `/events/${index}${pointer}`) }
      : {};
    const missing = Array.isArray(problem.missing)
      ? { missing: problem.missing.map((pointer) => `/events/${index}${pointer}`) }
      : {};
    return {
      index,
      status: status as VerdictStatus,
      tracked: false,
      error: { ...problem, ...(errors ? { errors } : {}), ...changed, ...missing },
    };
  };
  if ('refused' in outcome) {
    verdicts.note({ ...note, status: 'invalid', problems: outcome.problems });
    return refusedAs('invalid', outcome.refused);
  }
  const { recorded, event, warnings } = outcome;
  const told = { eventName: event.eventName, idempotencyKey: event.idempotencyKey, warnings };
  if (recorded.status === 'conflict') {
    verdicts.note({ ...note, ...told, status: 'conflict', problems: changesOf(recorded.changed) });
    return { ...refusedAs('conflict', conflictOf(recorded.changed)), idempotencyKey: event.idempotencyKey };
  }
  if (recorded.status === 'revoked') throw revokedFault();
  verdicts.note({
    ...note,
    ...told,
    status: recorded.status,
    ...('eventId' in recorded ? { eventId: recorded.eventId } : {}),
  });
  const { tracked, duplicate, ignored, eventId } = replyOf(recorded);
  return {
    index,
    idempotencyKey: event.idempotencyKey,
    status: recorded.status as VerdictStatus,
    tracked,
    duplicate,
    ignored,
    eventId,
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
