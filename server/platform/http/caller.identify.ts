import type { Request, Response } from 'express';
import type { Platform, Principal, ResolvePrincipal } from '../context.js';
import { addressOf } from './address.rules.js';
import { trustConnection } from './connection.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The sender, as far as that is known: with a valid credential the limits of that credential count its work, and not those of its address. */
    principal: Principal;
  }
}

/**
 * Answers who sends a request, before anything of its body is read. Without a valid credential the limits of the address are asked: an
 * address that spent `auth-failure` gets 429 for credentials that do not prove valid, and one that spent `rejected` for everything; a valid
 * credential from the same address passes (decisions §2, Default rate limits). Who is refused again and again waits here for a turn.
 */
export async function identifyCaller(
  { limits }: Pick<Platform, 'limits'>,
  resolvePrincipal: ResolvePrincipal,
  req: Request,
  res: Response,
): Promise<Principal> {
  const principal = await resolvePrincipal(req);
  req.principal = principal;
  if (principal.kind !== 'anonymous') {
    trustConnection(req.socket);
    await limits.waitForTurn(req, res);
    return principal;
  }
  await limits.refuseSpent('rejected', req, res);
  await limits.waitForTurn(req, res);
  if (principal.refusal) await limits.count('auth-failure', req, res, addressOf(req));
  return principal;
}
