import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { PrincipalKind, RequestContext } from '../context.js';
import { storedEmail } from '../email.rules.js';
import { networkOf } from '../http/address.rules.js';

const MINUTE_MS = 60_000;

const HOUR_MS = 60 * MINUTE_MS;

export interface Policy {
  readonly limit: number;
  readonly windowMs: number;
  /** `caller` is whatever the operation counts by; `address` overrules it. */
  readonly by: 'address' | 'caller';
}

const policy = (limit: number, windowMs: number, by: Policy['by']): Policy => ({ limit, windowMs, by });

/**
 * The default rate limits of decisions §2; RATE_LIMIT_SCALE multiplies each. Where one name has two budgets, the second says in its own
 * name what it counts by: clients tell budgets apart by their names in the RateLimit fields.
 */
export const policies = {
  'public-read': policy(120, MINUTE_MS, 'address'),
  'build-search': policy(30, MINUTE_MS, 'address'),
  go: policy(60, MINUTE_MS, 'address'),
  track: policy(6_000, MINUTE_MS, 'caller'),
  'track-batch': policy(1_200, MINUTE_MS, 'caller'),
  'dry-run': policy(120, MINUTE_MS, 'caller'),
  'csv-import': policy(30, 10 * MINUTE_MS, 'caller'),
  workflow: policy(300, MINUTE_MS, 'caller'),
  mcp: policy(60, MINUTE_MS, 'address'),
  'mcp-token': policy(300, MINUTE_MS, 'caller'),
  'skill-import': policy(20, HOUR_MS, 'caller'),
  credential: policy(20, 10 * MINUTE_MS, 'caller'),
  'sign-in': policy(10, MINUTE_MS, 'caller'),
  'sign-in-address': policy(60, 10 * MINUTE_MS, 'address'),
  'sign-up': policy(20, HOUR_MS, 'address'),
  letters: policy(10, HOUR_MS, 'address'),
  'letters-recipient': policy(5, HOUR_MS, 'caller'),
  intake: policy(10, HOUR_MS, 'address'),
  'auth-failure': policy(60, MINUTE_MS, 'address'),
  rejected: policy(300, MINUTE_MS, 'address'),
} as const satisfies Record<string, Policy>;

export type PolicyName = keyof typeof policies;

/** A person's address as limits count it: neither the memory nor the shared store needs to know whose it is, or how long. */
export const recipientOf = (email: string): string =>
  createHash('sha256').update(storedEmail(email)).digest('base64url');

/** The address as limits count it; where a proxy names none, that of the connection. */
export const addressOf = ({ ip, socket }: Request): string => networkOf(ip, socket.remoteAddress);

/** The caller whom a limit counts: the credential, the person behind a token or session, else the address. */
export function callerOf({ principal, req }: Pick<RequestContext, 'principal' | 'req'>): string {
  switch (principal.kind) {
    case 'tracking_key':
    case 'enterprise_key':
      return principal.credentialId;
    case 'workflow_token':
    case 'session':
      return principal.userId;
    default:
      return addressOf(req);
  }
}

export const ANY_KIND: readonly PrincipalKind[] = [
  'anonymous',
  'session',
  'workflow_token',
  'tracking_key',
  'enterprise_key',
];
