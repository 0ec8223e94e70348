import type { CheckedEvent, FieldProblem, RefusedEvent } from '../catalog/index.js';
import { callsOfBatch } from '../cdp/index.js';
import { isPrivate, refuse } from './event.refuse.js';

/** A batch of canonical events holds no more (specification §8); of a longer one the first are suggested. */
const CALLS_MAX = 50;

/**
 * The refusal of a raw batch as CDPs send it, at whichever path: `suggestedPayload` is the body for the batch path that it would map to, as
 * for a single call, and each call that is no event is named. Null for what is no such batch. `check` looks at one call.
 */
export function refuseRawBatch(
  raw: Record<string, unknown>,
  check: (call: unknown) => CheckedEvent,
): RefusedEvent | null {
  const calls = raw.event_name === undefined ? callsOfBatch(raw) : null;
  if (calls === null) return null;
  const problems: FieldProblem[] = [];
  const events: Record<string, unknown>[] = [];
  const missing: string[] = [];
  for (const { pointer, call } of calls.slice(0, CALLS_MAX)) {
    const checked = check(call);
    if (checked.ok) continue;
    for (const problem of checked.problems)
      if (problem.code === 'not_an_event' || isPrivate(problem))
        problems.push({ ...problem, pointer: `${pointer}${problem.pointer}` });
    if (!checked.suggestedPayload) continue;
    for (const name of checked.missing ?? []) missing.push(`/events/${events.length}${name}`);
    events.push(checked.suggestedPayload);
  }
  const refused = refuse([whatItIs(raw, calls.length, events.length), ...problems]);
  return events.length ? { ...refused, suggestedPayload: { events }, missing } : refused;
}

function whatItIs(raw: Record<string, unknown>, calls: number, events: number): FieldProblem {
  const fill = 'fill in what is missing of suggestedPayload and send it to the batch path';
  const hint =
    calls > CALLS_MAX ? `${fill}; it has the first ${CALLS_MAX} calls, at most as many go into one batch` : fill;
  return {
    pointer: Array.isArray(raw.batch) ? '/batch' : '/events',
    code: 'raw_cdp_batch',
    detail: 'This is a batch of raw CDP calls; the tracking paths take canonical events',
    hint: events ? hint : 'none of its calls can be sent as an event',
  };
}
