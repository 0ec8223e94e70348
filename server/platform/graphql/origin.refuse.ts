import type { Request } from 'express';
import type { Config } from '../config.js';
import type { Principal } from '../context.js';
import { Fault } from '../fault.js';
import { isForeign } from '../http/origin.rules.js';

/**
 * Keeps web pages of other origins from using a person's session, before anything of the document is read: what it asks for must not decide
 * whether it is refused. By GET an image or a link sends a request without a preflight, so that it is refused for strangers too. Programs
 * send no such header. Throws CROSS_ORIGIN.
 */
export function refuseForeign(
  { method, headers }: Request,
  { kind }: Principal,
  { baseUrl, workspaceUrl }: Config,
): void {
  if ((method !== 'GET' && kind !== 'session') || !isForeign(headers, [baseUrl, workspaceUrl])) return;
  throw new Fault('CROSS_ORIGIN', {
    say:
      method === 'GET'
        ? 'Web pages of other origins cannot send GraphQL queries by GET.'
        : 'Web pages of other origins cannot use a session.',
  });
}
