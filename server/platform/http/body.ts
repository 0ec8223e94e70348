import { isUtf8 } from 'node:buffer';
import express, { type Request, type Response } from 'express';
import { repeatedMembers } from '../../../formats/json.js';
import { Fault, faultOf, invalid } from '../fault.js';
import { type ParsedJson, repeatedProblems } from '../repeated-members.rules.js';
import { whileArriving } from './arrival.js';
import type { BodyHolds } from './body.hold.js';
import { inflateBody, isPacked } from './body.inflate.js';
import { JSON_MEMBERS_MAX, measureJson } from './json.measure.js';

const JSON_TYPE = /^application\/(json|[a-z0-9.+-]+\+json)\s*(;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const CHARSET = /charset\s*=\s*"?([^\s;"]+)/i;

/** Body sizes in bytes (decisions §2, 413). An event is measured by its canonical bytes, the same at every transport, and not by its body. */
export const BODY_LIMITS = { other: 256 * 1024, batch: 2 * 1024 * 1024 } as const;

/** Reads a body as bytes, inflated, up to the limit in bytes, and refuses a longer one by its Content-Length before it is read. */
export const readBody = (limitBytes: number): BodyReader => {
  const read = express.raw({ type: () => true, limit: limitBytes, inflate: false });
  return async (req, res, limits) => {
    // the library would answer once all of it had come
    if (Number(req.headers['content-length']) > limitBytes) return new Fault('PAYLOAD_TOO_LARGE');
    if (req.principal.kind === 'anonymous') limits.holdBody(req, res, limitBytes);
    const reading = isPacked(req)
      ? inflateBody(req, limitBytes).then((body) => {
          req.body = body;
        })
      : new Promise<void>((resolve, reject) =>
          read(req, res, (error?: unknown) => (error ? reject(error) : resolve())),
        );
    return whileArriving(req, reading).then(
      () => null,
      (error: unknown) => (error instanceof Fault ? error : (bodyFault(error) ?? faultOf(error))),
    );
  };
};

/**
 * Reads the body of a caller who was identified; `parseJsonBody` makes JSON of it. Answers the fault of a body that cannot be read instead
 * of throwing it: access comes before any look at the body. Rejects when strangers have too much in flight.
 */
export type BodyReader = (req: Request, res: Response, limits: BodyHolds) => Promise<Fault | null>;

/** Parses the bytes of a request as one JSON value whose objects name each member once. */
export function parseJsonBody(req: Request, membersMax = JSON_MEMBERS_MAX): unknown {
  const { value, repeated } = readJsonBody(req, membersMax);
  if (repeated.length) throw invalid(repeatedProblems(repeated));
  return value;
}

/**
 * Parses the bytes of a request as one JSON value and reports the members that it repeats, for callers that refuse a part of it alone.
 * Anything but JSON in UTF-8 is refused: replaced characters would change what is stored.
 */
export function readJsonBody(req: Request, membersMax = JSON_MEMBERS_MAX): ParsedJson {
  refuseOtherTypes(req.headers['content-type']);
  const bytes: unknown = req.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw new Fault('MALFORMED_JSON', { say: 'The body is empty.' });
  if (!isUtf8(bytes)) throw new Fault('MALFORMED_JSON', { say: 'The body is not valid UTF-8.' });
  const { members, mayRepeat } = measureJson(bytes, membersMax);
  if (members > membersMax)
    throw invalid([
      {
        pointer: '',
        code: 'too_large',
        detail: `the body may hold ${membersMax} names, lists and objects, at all levels together`,
      },
    ]);
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  try {
    const text = bytes.toString('utf8', start);
    const value: unknown = JSON.parse(text);
    return { value, repeated: mayRepeat ? repeatedMembers(text) : [] };
  } catch {
    throw new Fault('MALFORMED_JSON'); // the parser's own message quotes the body
  }
}

function refuseOtherTypes(type: string | undefined): void {
  if (type === 'application/json') return; // as nearly every client writes it
  if (type === undefined || !JSON_TYPE.test(type)) throw new Fault('UNSUPPORTED_MEDIA_TYPE');
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw new Fault('UNSUPPORTED_MEDIA_TYPE', { say: 'The body must be in UTF-8.' });
}

/**
 * Parses the bytes of a request as the fields of an HTML form, by their names; a name that comes twice has its last value, no body has no
 * field. Anything but UTF-8 is refused, as in JSON.
 */
export function parseFormBody(req: Request, fieldsMax: number): Readonly<Record<string, string>> {
  const bytes: unknown = req.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return {};
  if (!FORM_TYPE.test(req.headers['content-type'] ?? '')) throw new Fault('UNSUPPORTED_MEDIA_TYPE');
  const pairs = bytes.toString('latin1').split('&', fieldsMax + 1);
  if (pairs.length > fieldsMax)
    throw invalid([{ pointer: '', code: 'too_large', detail: `the form may have ${fieldsMax} fields` }]);
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [name = '', ...value] = pair.replaceAll('+', ' ').split('=');
        return [decodeURIComponent(name), decodeURIComponent(value.join('='))];
      }),
    );
  } catch {
    throw new Fault('MALFORMED_JSON', { say: 'The form is not valid UTF-8.' });
  }
}

/** Turns errors of the body reader into our faults; null for any other error. Its messages are never passed on: they quote headers. */
export function bodyFault(error: unknown): Fault | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number' || error.status >= 500)
    return null;
  switch ('type' in error ? error.type : undefined) {
    case 'entity.too.large':
      return new Fault('PAYLOAD_TOO_LARGE');
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new Fault('UNSUPPORTED_MEDIA_TYPE', { say: 'This Content-Encoding or charset is not supported.' });
    case 'request.aborted':
    case 'request.size.invalid':
      return new Fault('MALFORMED_JSON', { say: 'The body ended early.' });
    default:
      return new Fault('MALFORMED_JSON', { say: 'The body cannot be read.' });
  }
}

/** True for text that PostgreSQL cannot store as it came: a NUL or half of a surrogate pair. */
export const hasUnstorableText = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed());
