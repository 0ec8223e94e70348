/** The credentials and ids that the requests of the corpus name, of a gateway with the demo. */
export interface HostileTarget {
  /** `host:port`, for the Host header. */
  readonly host: string;
  readonly trackingKey: string;
  readonly workflowToken: string;
  readonly expiredWorkflowToken: string;
  readonly revokedWorkflowToken: string;
  readonly enterpriseKey: string;
  readonly organizationId: string;
  readonly productId: string;
  /** The cookie of a person who administers that organization. */
  readonly sessionCookie: string;
  /** The cookie of a person who reviews the catalog. */
  readonly reviewerCookie: string;
  readonly otherTenant: { readonly trackingKey: string; readonly productId: string; readonly workflowToken: string };
}

/**
 * `ok`: answered, because it harms no one; `protocol`: JSON-RPC's own refusal; `dropped`: the connection ends without an answer;
 * `page`: a page for people that says what is missing; `unexplained`: a refusal without a code, which no request may get.
 */
export type HostileVerdict =
  | 'ok'
  | 'redirected'
  | 'protocol'
  | 'dropped'
  | 'page'
  | 'unexplained'
  | HostileRefusal
  | HostileHead;
/** The status of a refusal that has a problem's head alone, as the answer of a HEAD does. */
export type HostileHead = `HEAD ${number}`;
/** The code of the problem, which decides the status (decisions §2, Errors). */
export type HostileRefusal = Uppercase<string>;

/** One hostile request as data: what goes over the wire, and what it may cost. */
export interface HostileRequest {
  readonly name: string;
  /** The bytes of one connection, made when they are needed: some are large. */
  bytes(target: HostileTarget): Buffer;
  /** The verdict that the answer must have; several where the order of two refusals is no one's promise. */
  readonly verdicts: readonly HostileVerdict[];
  /** The most that the whole answer may hold, its head included. */
  readonly answerBytesMax: number;
  /** The most statements that the database may see for it. */
  readonly statementsMax: number;
  /** The sender ends its side after the bytes, as a client that dies does. */
  readonly hangUp: boolean;
}

type Bounds = Partial<Pick<HostileRequest, 'answerBytesMax' | 'statementsMax' | 'hangUp'>>;
type Verdicts = HostileVerdict | readonly HostileVerdict[];
type Headers = Readonly<Record<string, string | readonly string[]>>;
type OfTarget<T> = T | ((target: HostileTarget) => T);

/** A refusal is a head and a problem body; a hundred problems are listed at most, so none is longer. */
const REFUSAL_BYTES_MAX = 4_096;

/** Bytes that no HTTP client would send; the text is taken as latin1, a byte a character. */
export function raw(
  name: string,
  verdicts: Verdicts,
  bytes: OfTarget<string | Buffer>,
  bounds: Bounds = {},
): HostileRequest {
  return {
    name,
    bytes(target) {
      const made = typeof bytes === 'function' ? bytes(target) : bytes;
      return typeof made === 'string' ? Buffer.from(made, 'latin1') : made;
    },
    verdicts: typeof verdicts === 'string' ? [verdicts] : verdicts,
    answerBytesMax: REFUSAL_BYTES_MAX,
    statementsMax: 0,
    hangUp: false,
    ...bounds,
  };
}

/** A well-formed request without a body; what is hostile is in its path or headers. */
export function get(
  name: string,
  verdicts: Verdicts,
  path: OfTarget<string>,
  more: Bounds & { readonly method?: string; readonly headers?: OfTarget<Headers> } = {},
): HostileRequest {
  const { method = 'GET', headers = {}, ...bounds } = more;
  return raw(
    name,
    verdicts,
    (target) => head(method, of(path, target), { Host: target.host, Connection: 'close', ...of(headers, target) }),
    bounds,
  );
}

/** A well-formed request with a body and its right length, as JSON unless the headers say otherwise. */
export function post(
  name: string,
  verdicts: Verdicts,
  path: string,
  body: OfTarget<string | Uint8Array>,
  more: Bounds & { readonly method?: string; readonly headers?: OfTarget<Headers> } = {},
): HostileRequest {
  const { method = 'POST', headers = {}, ...bounds } = more;
  return raw(
    name,
    verdicts,
    (target) => {
      const made = Buffer.from(of(body, target) as string);
      const given = { ...jsonHeaders(target), 'Content-Length': String(made.length), ...of(headers, target) };
      return Buffer.concat([Buffer.from(head(method, path, given), 'latin1'), made]);
    },
    bounds,
  );
}

export const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });

export const jsonHeaders = ({ host }: HostileTarget): Readonly<Record<string, string>> => ({
  Host: host,
  Connection: 'close',
  Accept: 'application/json, text/event-stream',
  'Content-Type': 'application/json',
});

/** The head of a request; a header with several values is sent several times. */
export const head = (method: string, path: string, headers: Headers): string =>
  [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries(headers).flatMap(([name, values]) =>
      (typeof values === 'string' ? [values] : values).map((value) => `${name}: ${value}`),
    ),
    '\r\n',
  ].join('\r\n');

const of = <T>(made: OfTarget<T>, target: HostileTarget): T =>
  typeof made === 'function' ? (made as (target: HostileTarget) => T)(target) : made;
