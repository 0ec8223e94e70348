import { pointerWithout } from '../../platform/json.rules.js';
import {
  type CheckedEvent,
  eventSchema,
  type FieldProblem,
  type Findings,
  type MappedMembers,
  type PreparedEvent,
  type RefusedEvent,
} from '../catalog/index.js';
import { callsOfBatch, isCdpEnvelope, suggestPayload } from '../cdp/index.js';
import { problemsMax } from './event-problems.rules.js';

const privateCodes: ReadonlySet<string> = new Set(['private_key_name', 'credential_value']);
export const isPrivate = (problem: FieldProblem): boolean => privateCodes.has(problem.code);

/**
 * Private content first, then the rest in the order of the rules; an unknown member is left out where a graver problem has its
 * pointer. A hostile body does not become a longer answer.
 */
function ranked(problems: readonly FieldProblem[]): FieldProblem[] {
  const graver = new Set(problems.filter(({ code }) => code !== 'unknown_field').map(({ pointer }) => pointer));
  const listed = problems.filter(({ code, pointer }) => code !== 'unknown_field' || !graver.has(pointer));
  const sorted = [...listed.filter(isPrivate), ...listed.filter((problem) => !isPrivate(problem))];
  if (sorted.length <= problemsMax) return sorted;
  const rest = sorted.length - problemsMax;
  return [
    ...sorted.slice(0, problemsMax),
    { pointer: '', code: 'more_problems', detail: `${rest} more problems are not listed` },
  ];
}

/** The event as a whole, not a part of it, is too large: 413 at every transport, as for a body (decisions §2). */
const isWholeTooLarge = ({ pointer, code }: FieldProblem): boolean => pointer === '' && code === 'too_large';

/** A refusal with no more than its problems. */
export function refuse(problems: readonly FieldProblem[], stripped: string[] = []): RefusedEvent {
  const code = problems.some(isPrivate)
    ? 'PRIVATE_CONTENT'
    : problems.some(isWholeTooLarge)
      ? 'PAYLOAD_TOO_LARGE'
      : 'VALIDATION_FAILED';
  return { ok: false, code, problems: ranked(problems), productMismatch: false, partial: {}, stripped, warnings: [] };
}

/** Rules that change after an event was stored: the products of a key, and the list of public suffixes. */
const LATE: ReadonlySet<string> = new Set(['product_mismatch', 'public_suffix']);

const WRONG_USER_ID: FieldProblem = {
  pointer: '/userId',
  code: 'wrong_type',
  detail: 'the user id is one text or number',
  hint: 'send one stable identifier of the developer as developer_id',
};

/**
 * The refusal of a raw CDP call adds the payload that it would map to, or says that it is no event; then the members that it lacks are not
 * listed.
 */
function advise(
  raw: Record<string, unknown>,
): Pick<RefusedEvent, 'problems' | 'suggestedPayload' | 'missing'> & { wrong?: FieldProblem[] } {
  if (!isCdpEnvelope(raw)) return { problems: [] };
  const suggestion = suggestPayload(raw);
  if (suggestion.kind === 'payload')
    return {
      problems: [],
      suggestedPayload: suggestion.payload,
      missing: suggestion.missing,
      wrong: suggestion.wrongUserId ? [WRONG_USER_ID] : [],
    };
  const pointer =
    suggestion.type === 'anonymous'
      ? '/anonymousId'
      : (['type', 'action', 'event_type'].find((name) => raw[name] !== undefined) ?? 'event').replace(/^/, '/');
  return { problems: [{ pointer, code: 'not_an_event', detail: suggestion.detail, hint: 'do not send it' }] };
}

/**
 * The refusal of an event with everything that helps to correct it. Where a credential was found, nothing of the event is repeated:
 * neither values nor the member names in `credentialNames`.
 */
export function refuseWithAdvice(
  raw: Record<string, unknown>,
  { problems, warnings, mapped }: Findings,
  stripped: readonly string[],
  credentialNames: ReadonlySet<string> | null,
  prepared: PreparedEvent | null,
): RefusedEvent {
  const { wrong = [], ...advice }: ReturnType<typeof advise> =
    credentialNames === null ? advise(raw) : { problems: [] };
  const names = credentialNames ?? new Set<string>();
  const redacted = (problem: FieldProblem): FieldProblem =>
    names.size === 0 ? problem : { ...problem, pointer: pointerWithout(problem.pointer, names) };
  const isLate = prepared !== null && problems.length > 0 && problems.every(({ code }) => LATE.has(code));
  const productMismatch = isLate && problems.length === 1 && problems[0]?.code === 'product_mismatch';
  const partial: MappedMembers = credentialNames === null ? mapped : {};
  return {
    ...refuse(
      (advice.problems.length ? [...advice.problems, ...problems.filter(isPrivate)] : [...wrong, ...problems]).map(
        redacted,
      ),
      stripped.map((pointer) => pointerWithout(pointer, names)),
    ),
    ...(advice.suggestedPayload ? { suggestedPayload: advice.suggestedPayload, missing: advice.missing ?? [] } : {}),
    ...(isLate ? { prepared } : {}),
    productMismatch,
    partial,
    warnings: warnings.map(redacted),
  };
}

/** The refusal whose suggestion holds nothing that the endpoint would refuse: a member that it would is missing instead. */
export function withSoundSuggestion(
  refused: RefusedEvent,
  check: (payload: Record<string, unknown>) => CheckedEvent,
): RefusedEvent {
  const { suggestedPayload, missing = [] } = refused;
  const checked = suggestedPayload && check(suggestedPayload);
  if (!suggestedPayload || !checked || checked.ok) return refused;
  const wrong = new Set(checked.problems.map(({ pointer }) => pointer.split('/')[1] ?? ''));
  const dropped = Object.keys(suggestedPayload).filter((name) => wrong.has(name));
  const needed = dropped.filter((name) => neededMembers.has(name)).map((name) => `/${name}`);
  return {
    ...refused,
    suggestedPayload: Object.fromEntries(Object.entries(suggestedPayload).filter(([name]) => !wrong.has(name))),
    missing: [...new Set([...missing, ...needed])],
  };
}

/** Members without which no event is stored. */
const neededMembers: ReadonlySet<string> = new Set([...eventSchema.required, 'idempotencyKey']);

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
