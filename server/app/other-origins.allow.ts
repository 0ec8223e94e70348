import type { RequestHandler } from 'express';
import { hasCredential } from '../accounts/index.js';

/**
 * Pages of other origins may read the answers that are the same for everyone (decisions §2). A search that is too long for an address is sent by
 * POST.
 */
export const OPEN_READS: Readonly<Record<string, string>> = {
  '/api/directory': 'GET, HEAD',
  '/api/build/search': 'GET, HEAD, POST',
  '/api/v1': 'GET, HEAD',
  '/v0.1': 'GET, HEAD',
  '/contracts': 'GET, HEAD',
  '/problems': 'GET, HEAD',
  '/openapi.json': 'GET, HEAD',
  '/badges': 'GET, HEAD',
};

/** No Authorization: a page must not spend a person's credential. */
const REQUEST_HEADERS = 'Content-Type, If-None-Match, X-Request-Id';
const ANSWER_HEADERS = 'ETag, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset';
const PREFLIGHT_KEPT_S = 86_400;

/**
 * Lets pages of other origins read an answer, refusals too, and answers their preflight. A request that carries a credential gets none of
 * that, and caches keep both apart.
 */
export function allowOtherOrigins(methods: string): RequestHandler {
  return (req, res, next) => {
    res.vary('Authorization, Cookie');
    if (hasCredential(req)) return next();
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.setHeader('Access-Control-Expose-Headers', ANSWER_HEADERS);
    if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) return next();
    res.setHeader('Access-Control-Allow-Methods', methods);
    res.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS);
    res.setHeader('Access-Control-Max-Age', PREFLIGHT_KEPT_S);
    res.status(204).end();
  };
}
