import { availableParallelism } from 'node:os';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Fault } from '../../platform/fault.js';
import type { PasswordHasher } from './sign-in.open.js';

/** Each takes a whole processor for as long as it runs, and 32 MiB: requests must have another one, and threads to unpack bodies on. */
const AT_ONCE_MAX = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Some ten seconds of hashing: who comes later is told at once. */
const WAITING_MAX = 100;

/** The sign-in library's scrypt, a few at a time in the order in which they came; rejects with UNAVAILABLE when too many wait. */
export function openPasswordHasher(
  hasher: PasswordHasher = { hash: hashPassword, verify: verifyPassword },
): PasswordHasher {
  const waiting: (() => void)[] = [];
  let running = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= WAITING_MAX)
      throw new Fault('UNAVAILABLE', { say: 'Too many sign-ins are in progress. Try again.', retryAfterS: 2 });
    if (running >= AT_ONCE_MAX) await new Promise<void>((begin) => waiting.push(begin));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return {
    hash: (password) => inTurn(() => hasher.hash(password)),
    verify: (pair) => inTurn(() => hasher.verify(pair)),
  };
}
