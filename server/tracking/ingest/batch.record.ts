import { Fault, invalid, type Problem, problemOf } from '../../platform/fault.js';
import { pointerStep } from '../../platform/graphql/input.walk.js';
import { isRecord } from '../../platform/json.rules.js';
import { operation } from '../../platform/operation.js';
import { checkEvent, refuseRawBatch } from '../check/index.js';
import { type BatchReply, type BatchResult, type BatchSummary, EVENTS_MAX } from '../event-answer.types.js';
import type { TrackingContext } from '../tracking.open.js';
import { acceptEvents } from './event.accept.js';
import { type Answer, answerOutcome, refusalOf, storeAccepted } from './outcome.answer.js';
import { requireActiveKey, requireTrackingKey } from './tracking-key.require.js';

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
    const results = outcomes.map((outcome, index) => resultOf(ctx, answerOutcome(ctx, 'batch', outcome, now), index));
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
