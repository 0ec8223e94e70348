import { type CdpMapping, type CdpRefusal, fromCdpEvent } from '../../../server/tracking/cdp/cdp-event.rules.js';

export interface DestinationOptions extends CdpMapping {
  /** The address of the API, such as https://api.example.com. */
  readonly url: string;
  /** The tracking key (dtk_…). */
  readonly key: string;
  /** How long one request may take (8 s, which is less than a function may take). */
  readonly timeoutMs?: number;
  readonly fetch?: typeof fetch;
}

/** The outcome of a call. Only `retry` is to be sent again, under the same message id, which makes a repetition a duplicate. */
export type Outcome =
  | { readonly kind: 'stored' | 'duplicate' | 'ignored' }
  | { readonly kind: 'not_an_event'; readonly type: string }
  | { readonly kind: 'refused'; readonly reason: CdpRefusal | 'event_refused'; readonly detail: string }
  | { readonly kind: 'retry'; readonly detail: string; readonly afterSeconds: number | null };

export interface Destination {
  /** Maps one call and sends its event. It never throws. */
  send(call: unknown): Promise<Outcome>;
  /**
   * Answers a webhook of a CDP: 200 where nothing is to be sent again, 400 where the call can never be stored, 503 where the CDP shall try
   * once more. A list of calls is answered by the worst of its outcomes: what was stored is a duplicate the next time.
   */
  handle(request: Request): Promise<Response>;
}

const TIMEOUT_MS = 8_000;
const CALLS_MAX = 50;
const RETRIED = new Set([408, 429, 500, 502, 503, 504]);

type Answer = Readonly<Record<string, unknown>>;

/** Opens a destination for calls of Segment, RudderStack and other CDPs of their format. */
export function createDestination({ url, key, timeoutMs = TIMEOUT_MS, ...options }: DestinationOptions): Destination {
  const { fetch: given, ...mapping } = options;
  const target = `${url.replace(/\/+$/, '')}/api/usage/track`;

  async function send(call: unknown): Promise<Outcome> {
    const mapped = fromCdpEvent(call, mapping);
    if (mapped.kind === 'not_an_event') return { kind: 'not_an_event', type: mapped.type };
    if (mapped.kind === 'refused') return mapped;
    try {
      const response = await (given ?? fetch)(target, {
        method: 'POST',
        redirect: 'manual',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(mapped.event),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return outcomeOf(response, parsed(await response.text()));
    } catch {
      return { kind: 'retry', detail: 'The service gave no answer.', afterSeconds: null };
    }
  }

  return {
    send,
    async handle(request) {
      const body = parsedCalls(await request.text());
      if (body === null || body.length > CALLS_MAX)
        return answer(400, { detail: `The body must be one call, or at most ${CALLS_MAX}, as JSON.` });
      const outcomes = await Promise.all(body.map(send));
      const retry = outcomes.find((one) => one.kind === 'retry');
      if (retry) return answer(503, { outcomes }, { 'retry-after': String(retry.afterSeconds ?? 1) });
      return answer(outcomes.some(({ kind }) => kind === 'refused') ? 400 : 200, { outcomes });
    },
  };
}

function outcomeOf(response: Response, body: Answer): Outcome {
  const { status } = response;
  if (RETRIED.has(status)) {
    const seconds = /^\d{1,6}$/.exec(response.headers.get('retry-after') ?? '');
    return {
      kind: 'retry',
      detail: `The service answered ${status}.`,
      afterSeconds: seconds ? Number(seconds[0]) : null,
    };
  }
  if (status >= 200 && status < 300) {
    if (body.duplicate === true) return { kind: 'duplicate' };
    if (body.tracked === true) return { kind: 'stored' };
    if (body.ignored === true) return { kind: 'ignored' };
    return { kind: 'retry', detail: 'The service answered without a verdict.', afterSeconds: null };
  }
  const detail = typeof body.detail === 'string' ? body.detail : `The service answered ${status}.`;
  return { kind: 'refused', reason: 'event_refused', detail };
}

function parsed(text: string): Answer {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Answer) : {};
  } catch {
    return {};
  }
}

/** One call, a list of them, or the body of a batch; null for what is none of them. */
function parsedCalls(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
    if (typeof value !== 'object' || value === null) return null;
    const { batch } = value as { batch?: unknown };
    return Array.isArray(batch) ? batch : [value];
  } catch {
    return null;
  }
}

const answer = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
