import type { Clock, Fetch } from './client.types.js';
import type { DryRun, LookUp, MemberProblem, Refusal, Verdict } from './event.types.js';
import { releaseTimer } from './options.js';
import { isRetried, retryAfterMs } from './retry.rules.js';

/** An event as it is sent: its text is made once and never changes. */
export interface Sendable {
  readonly key: string;
  readonly text: string;
  /** True once a request that held it alone ended without an answer: it is looked up before it is sent again. */
  unknown: boolean;
  lookedUp: boolean;
}

export interface Attempt<T extends Sendable> {
  readonly verdicts: readonly { readonly entry: T; readonly verdict: Verdict }[];
  readonly again: readonly T[];
  /** The service asked to wait this long before anything is sent. */
  readonly waitMs: number | null;
  /** Describes a failed request, for the log; it holds no key and no event. */
  readonly failure: string | null;
}

export interface Service {
  send<T extends Sendable>(entries: readonly T[], signal?: AbortSignal): Promise<Attempt<T>>;
  dryRun(text: string, signal?: AbortSignal): Promise<DryRun>;
  lookUp(key: string, signal?: AbortSignal): Promise<LookUp>;
}

/** A question that the service did not answer. It holds neither the tracking key nor the event. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError';
  constructor(
    message: string,
    /** 0 where there was no answer at all. */
    readonly status: number,
    readonly code: string,
  ) {
    super(message);
  }
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly retryAfter: string | null;
}

const REDIRECTS_MAX = 3;
const KEPT_BY_REDIRECT = new Set([307, 308]);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Speaks to one service. Each method makes one attempt; pauses and retries are the caller's. */
export function openService(options: {
  readonly url: string;
  readonly key: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly requestTimeoutMs: number;
}): Service {
  const { url, fetch, clock } = options;

  async function request(
    method: 'GET' | 'POST',
    path: string,
    body: string | null,
    signal: AbortSignal | undefined,
    holdsProcess = false,
  ): Promise<Answer> {
    const ending = new AbortController();
    // A fetch of the host may ignore its signal.
    let fail: (error: Error) => void = () => undefined;
    const over = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    over.catch(() => undefined);
    const end = (): void => {
      ending.abort();
      fail(new Error('The request was ended.'));
    };
    if (signal?.aborted) end();
    signal?.addEventListener('abort', end);
    const timer = clock.setTimeout(end, options.requestTimeoutMs);
    if (!holdsProcess) releaseTimer(timer);
    try {
      let target = url + path;
      for (let redirects = 0; ; redirects += 1) {
        const sending = fetch(target, {
          method,
          redirect: 'manual',
          signal: ending.signal,
          headers: {
            authorization: `Bearer ${options.key}`,
            accept: 'application/json',
            ...(body === null ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === null ? {} : { body }),
        });
        const response = await Promise.race([sending, over]);
        const next = redirects < REDIRECTS_MAX ? nextOf(response, target) : null;
        const raw = await Promise.race([response.text(), over]);
        if (next === null)
          return { status: response.status, body: parsed(raw), retryAfter: response.headers.get('retry-after') };
        target = next;
      }
    } finally {
      clock.clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }

  /** Another host would be given the key, and another method would lose the event. */
  function nextOf(response: Response, from: string): string | null {
    const location = response.headers.get('location');
    if (!KEPT_BY_REDIRECT.has(response.status) || location === null || !URL.canParse(location, from)) return null;
    const next = new URL(location, from);
    return next.origin === new URL(from).origin ? next.href : null;
  }

  const waitOf = (answer: Answer): number | null => retryAfterMs(answer.retryAfter, clock.now());

  async function sendOne<T extends Sendable>(entry: T, signal?: AbortSignal): Promise<Attempt<T>> {
    if (entry.unknown && !entry.lookedUp) {
      const found = await lookUpBeforeResend(entry, signal);
      if (found !== null) return found;
    }
    let answer: Answer;
    try {
      answer = await request('POST', '/api/usage/track', entry.text, signal);
    } catch {
      return unanswered([entry], 'no answer', null);
    }
    const verdict = verdictOf(entry.key, answer);
    if (verdict !== null) return { verdicts: [{ entry, verdict }], again: [], waitMs: null, failure: null };
    // A limit is counted before anything else is done, so that this answer alone is certain.
    if (answer.status === 429)
      return { verdicts: [], again: [entry], waitMs: waitOf(answer), failure: describe(answer) };
    return unanswered([entry], describe(answer), waitOf(answer));
  }

  function unanswered<T extends Sendable>(entries: readonly T[], failure: string, waitMs: number | null): Attempt<T> {
    for (const entry of entries) entry.unknown = true;
    return { verdicts: [], again: entries, waitMs, failure };
  }

  /** Null when the service has nothing under the key, so that the event may be sent again. */
  async function lookUpBeforeResend<T extends Sendable>(entry: T, signal?: AbortSignal): Promise<Attempt<T> | null> {
    let answer: Answer;
    try {
      answer = await request('GET', lookUpPath(entry.key), null, signal);
    } catch {
      return { verdicts: [], again: [entry], waitMs: null, failure: 'no answer to a look-up' };
    }
    if (isRetried(answer.status))
      return { verdicts: [], again: [entry], waitMs: waitOf(answer), failure: describe(answer) };
    entry.lookedUp = true;
    const eventId = text(answer.body.eventId);
    if (answer.status !== 200 || eventId === null) return null;
    const verdict: Verdict = {
      status: 'stored',
      key: entry.key,
      eventId,
      receivedAt: text(answer.body.receivedAt),
    };
    return { verdicts: [{ entry, verdict }], again: [], waitMs: null, failure: null };
  }

  async function sendMany<T extends Sendable>(entries: readonly T[], signal?: AbortSignal): Promise<Attempt<T>> {
    let answer: Answer;
    try {
      answer = await request(
        'POST',
        '/api/usage/track/batch',
        `{"events":[${entries.map((entry) => entry.text).join(',')}]}`,
        signal,
      );
    } catch {
      return unanswered(entries, 'no answer', null);
    }
    const { status, body } = answer;
    if (status === 413) return sendHalves(entries, signal);
    const results = Array.isArray(body.results) ? body.results : null;
    if (results !== null && (status === 200 || status === 207 || status === 400))
      return attemptOf(entries, results, answer);
    if (isRetried(status)) return unanswered(entries, describe(answer), waitOf(answer));
    if (status >= 200 && status < 300) return unanswered(entries, 'an answer that is no verdict', null);
    const refusal = refusalOf(status, body);
    return {
      verdicts: entries.map((entry) => ({ entry, verdict: { status: 'refused', key: entry.key, refusal } })),
      again: [],
      waitMs: null,
      failure: describe(answer),
    };
  }

  /** A proxy may take shorter bodies than the service: the request was refused, and none of its events was. */
  async function sendHalves<T extends Sendable>(entries: readonly T[], signal?: AbortSignal): Promise<Attempt<T>> {
    const middle = Math.ceil(entries.length / 2);
    const first = await send(entries.slice(0, middle), signal);
    const rest = entries.slice(middle);
    if (first.again.length > 0) return { ...first, again: [...first.again, ...rest] };
    const second = await send(rest, signal);
    return { ...second, verdicts: [...first.verdicts, ...second.verdicts] };
  }

  function attemptOf<T extends Sendable>(entries: readonly T[], results: unknown[], answer: Answer): Attempt<T> {
    const byIndex = new Map(
      results.filter(isRecord).map((result, at) => [typeof result.index === 'number' ? result.index : at, result]),
    );
    const verdicts: { entry: T; verdict: Verdict }[] = [];
    const again: T[] = [];
    for (const [at, entry] of entries.entries()) {
      const result = byIndex.get(at);
      const verdict = result ? verdictOfItem(entry.key, result) : null;
      if (verdict) verdicts.push({ entry, verdict });
      else again.push(entry);
    }
    return {
      verdicts,
      again,
      waitMs: again.length > 0 ? waitOf(answer) : null,
      failure: again.length > 0 ? `${again.length} of ${entries.length} events got no verdict` : null,
    };
  }

  const send = <T extends Sendable>(entries: readonly T[], signal?: AbortSignal): Promise<Attempt<T>> => {
    const [only] = entries;
    return entries.length === 1 && only ? sendOne(only, signal) : sendMany(entries, signal);
  };

  return {
    send,
    async dryRun(event, signal) {
      const answer = await ask(() => request('POST', '/api/usage/track/dry-run', event, signal, true), signal);
      if (answer.status < 300 || (answer.status === 400 && answer.body.accepted === false))
        return { accepted: answer.body.accepted === true, answer: answer.body };
      throw unansweredError(answer);
    },
    async lookUp(key, signal) {
      const answer = await ask(() => request('GET', lookUpPath(key), null, signal, true), signal);
      const eventId = text(answer.body.eventId);
      if (answer.status === 200 && eventId !== null) return { found: true, event: { ...answer.body, eventId } };
      if (answer.status === 404) return { found: false };
      throw unansweredError(answer);
    },
  };
}

const lookUpPath = (key: string): string => `/api/usage/events?idempotencyKey=${encodeURIComponent(key)}`;

/** The error of `fetch` is left behind: what it holds depends on the runtime. */
async function ask(run: () => Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
  try {
    return await run();
  } catch {
    throw signal?.aborted
      ? new UnansweredError('The call was aborted.', 0, 'ABORTED')
      : new UnansweredError('The service could not be reached.', 0, 'UNREACHABLE');
  }
}

const unansweredError = ({ status, body }: Answer): UnansweredError => {
  const { code, detail } = refusalOf(status, body);
  return new UnansweredError(`The service answered ${status}: ${detail}`, status, code);
};

function parsed(raw: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(raw);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

const describe = ({ status, body }: Answer): string => {
  const code = text(body.code);
  return code === null ? `status ${status}` : `status ${status} ${code}`;
};

const isOk = (status: number): boolean => status >= 200 && status < 300;

/** Null when the answer decides nothing: a status that is retried, or a success that does not confirm storage. */
function verdictOf(key: string, { status, body }: Answer): Verdict | null {
  if (isRetried(status)) return null;
  if (isOk(status)) return verdictOfItem(key, body);
  return { status: 'refused', key, refusal: refusalOf(status, body) };
}

/** Reads the flags of a stored, repeated or ignored event, or the problem of a refused one. */
function verdictOfItem(key: string, item: Record<string, unknown>): Verdict | null {
  const eventId = text(item.eventId);
  const receivedAt = text(item.receivedAt);
  if (item.duplicate === true && eventId !== null) return { status: 'duplicate', key, eventId, receivedAt };
  if (item.tracked === true && eventId !== null) return { status: 'stored', key, eventId, receivedAt };
  if (item.ignored === true) return { status: 'ignored', key, reason: text(item.reason) ?? 'ignored' };
  if (!isRecord(item.error)) return null;
  const status = typeof item.error.status === 'number' ? item.error.status : 400;
  return isRetried(status) ? null : { status: 'refused', key, refusal: refusalOf(status, item.error) };
}

function refusalOf(status: number, body: Record<string, unknown>): Refusal {
  const errors = Array.isArray(body.errors) ? body.errors.filter(isRecord).map(problemOf) : [];
  const changed = Array.isArray(body.changed) ? body.changed.filter((one) => typeof one === 'string') : [];
  return {
    status,
    code: text(body.code) ?? (status >= 300 && status < 400 ? 'REDIRECTED' : `HTTP_${status}`),
    detail: text(body.detail) ?? text(body.title) ?? 'The service gave no reason.',
    ...(errors.length > 0 ? { errors } : {}),
    ...(changed.length > 0 ? { changed } : {}),
  };
}

function problemOf(error: Record<string, unknown>): MemberProblem {
  const detail = text(error.detail);
  const hint = text(error.hint);
  return {
    pointer: text(error.pointer) ?? '',
    code: text(error.code) ?? '',
    ...(detail === null ? {} : { detail }),
    ...(hint === null ? {} : { hint }),
  };
}
