import type { Request } from 'express';
import type { Config } from '../config.js';
import { Fault } from '../fault.js';

/**
 * Keeps web pages of other origins from having a browser ask by GET: an image or a link does, without a preflight and with the person's
 * session. Programs send neither header. Throws CROSS_ORIGIN.
 */
export function refuseForeign({ headers }: Request, { baseUrl, workspaceUrl }: Config): void {
  const { origin, 'sec-fetch-site': site } = headers;
  const isOwn = origin === undefined || [baseUrl, workspaceUrl].some((url) => new URL(url).origin === origin);
  if (isOwn && site !== 'cross-site' && site !== 'same-site') return;
  throw new Fault('CROSS_ORIGIN', { say: 'Web pages of other origins cannot send GraphQL queries by GET.' });
}
