import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import type { PrincipalKind, RequestContext } from './context.js';

const MINUTE_MS = 60_000;

export interface Policy {
  readonly limit: number;
  readonly windowMs: number;
  readonly by: 'address' | 'caller';
  /** When the shared store is away: let tracking and public reads pass, refuse credentials and sign-in. */
  readonly passOnStoreError: boolean;
}

const policy = (limit: number, windowMs: number, by: Policy['by'], passOnStoreError = true): Policy => ({
  limit,
  windowMs,
  by,
  passOnStoreError,
});

/** The default rate limits of decisions §2; RATE_LIMIT_SCALE multiplies each. */
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
  'skill-import': policy(20, 60 * MINUTE_MS, 'caller', false),
  credential: policy(20, 10 * MINUTE_MS, 'caller', false),
  'sign-in': policy(10, MINUTE_MS, 'caller', false),
  'auth-failure': policy(60, MINUTE_MS, 'address'),
  rejected: policy(300, MINUTE_MS, 'address'),
} as const satisfies Record<string, Policy>;

export type PolicyName = keyof typeof policies;

/** The address as limits count it: IPv6 by its /64 network. */
export const addressOf = (req: Request): string => ipKeyGenerator(req.ip ?? 'unknown', 64);

/** Who a limit counts: the credential, the person behind a token or session, else the address. */
export function callerOf({ principal, req }: RequestContext): string {
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
