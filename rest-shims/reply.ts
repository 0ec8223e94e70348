import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { type Fault, problemOf } from '../server/platform/fault.js';

/** Answers with a body that no one else may keep, or with none where the status says so. */
export function sendData(res: Response, status: number, data: unknown): void {
  if (status === 204) {
    res.statusCode = status;
    res.setHeader('Cache-Control', 'private, no-store');
    res.end();
    return;
  }
  const text = JSON.stringify(data);
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Cache-Control', 'private, no-store');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(res.req.method === 'HEAD' ? undefined : text);
}

/** How long caches may have a public read that is the same for ever. */
export const FINAL_FOR = 'public, max-age=31536000, immutable';

/** How long caches may have a public read. */
export const PUBLIC_FOR = 'public, max-age=60, stale-while-revalidate=300';

/**
 * A public read: a strong ETag, and 304 when the caller has the same already (decisions §2). Without a body it can only be 304. The one
 * answer that also prolongs a session carries its cookie, which no one else may keep.
 */
export function sendPublic(
  res: Response,
  type: string,
  body: string | Buffer,
  etag = etagOf(body),
  { isFinal = false }: { readonly isFinal?: boolean | undefined } = {},
): void {
  const cached = isFinal ? FINAL_FOR : PUBLIC_FOR;
  res.setHeader('Cache-Control', res.hasHeader('Set-Cookie') ? 'private, no-store' : cached);
  res.setHeader('ETag', etag);
  if (matchesEtag(res.req.headers['if-none-match'], etag)) {
    res.status(304).end();
    return;
  }
  res.statusCode = 200;
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', Buffer.byteLength(body));
  res.end(res.req.method === 'HEAD' ? undefined : body);
}

const etagOf = (text: string | Buffer): string => `"${createHash('sha256').update(text).digest('base64url')}"`;

/** Compares weakly, as RFC 9110 wants it. Express's own check would let `Cache-Control: no-cache`, which fetch adds by itself, win over If-None-Match. */
export const matchesEtag = (given: string | undefined, etag: string): boolean =>
  given?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag) ?? false;

const PROBLEM_TYPE = 'application/problem+json';

/** Answers with a problem body (RFC 9457) and the headers that belong to its code. */
export function sendProblem(req: Request, res: Response, fault: Fault, baseUrl: string): void {
  sendRefusal(req, res, fault, { type: PROBLEM_TYPE, body: problemOf(fault, baseUrl, req.requestId) });
}

/**
 * The same for a client of GraphQL, which looks for `errors`: the problem's members are its extensions. A client that names problem bodies
 * among what it accepts gets one.
 */
export function sendGraphqlProblem(req: Request, res: Response, fault: Fault, baseUrl: string): void {
  const type = req.accepts(['application/json', 'application/graphql-response+json', PROBLEM_TYPE]);
  if (type === PROBLEM_TYPE) return sendProblem(req, res, fault, baseUrl);
  const extensions = problemOf(fault, baseUrl, req.requestId);
  const body = { errors: [{ message: fault.message, extensions }] };
  sendRefusal(req, res, fault, { type: type || 'application/json', body });
}

function sendRefusal(
  req: Request,
  res: Response,
  fault: Fault,
  { type, body }: { readonly type: string; readonly body: unknown },
): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const text = JSON.stringify(body);
  res.statusCode = fault.status;
  if (fault.status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  if (fault.retryAfterS !== undefined) res.setHeader('Retry-After', String(fault.retryAfterS));
  res.setHeader('Content-Type', `${type}; charset=utf-8`);
  res.setHeader('Cache-Control', 'private, no-store');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.end(req.method === 'HEAD' ? undefined : text);
}
