import type { Request, Response } from 'express';
import type { Platform, Principal, ResolvePrincipal } from '../context.js';
import { addressOf } from '../limits/limits.policies.js';
import { trustConnection } from './connection.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** True when a valid credential came with the request: the limits of that credential count its work, and not those of its address. */
    isCredentialed: boolean;
  }
}

/**
 * Answers who sends a request, before anything of its body is read. Without a valid credential the limits of the address are asked: an
 * address that spent `auth-failure` gets 429 for credentials that do not prove valid, and one that spent `rejected` for everything; a valid
 * credential from the same address passes (decisions §2, Default rate limits).
 */
export async function identifyCaller(
  { limits }: Pick<Platform, 'limits'>,
  resolvePrincipal: ResolvePrincipal,
  req: Request,
  res: Response,
): Promise<Principal> {
  const principal = await resolvePrincipal(req);
  if (principal.kind !== 'anonymous') {
    req.isCredentialed = true;
    trustConnection(req.socket);
    return principal;
  }
  await limits.refuseSpent('rejected', req, res);
  await limits.waitForTurn(req, res);
  if (principal.refusal) await limits.count('auth-failure', req, res, addressOf(req));
  return principal;
}
