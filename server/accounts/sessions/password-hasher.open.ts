import { availableParallelism } from 'node:os';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { Fault } from '../../platform/fault.js';
import { openPlaces } from '../../platform/places.js';
import type { PasswordHasher } from '../accounts.context.js';

/** Each takes a whole processor for as long as it runs, and 32 MiB: requests must have another one, and threads to unpack bodies on. */
const AT_ONCE_MAX = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Some ten seconds of hashing: who comes later is told at once. A proxy in front waits about as long as the longest. */
const WAITING = { max: 100, ms: 30_000 };

/** The sign-in library's scrypt, a few at a time in the order in which they came; rejects with UNAVAILABLE when too many wait. */
export function openPasswordHasher(
  hasher: PasswordHasher = { hash: hashPassword, verify: verifyPassword },
): PasswordHasher {
  const places = openPlaces<never>({
    inAllMax: AT_ONCE_MAX,
    eachMax: {},
    waiting: WAITING,
    refuse: () => new Fault('UNAVAILABLE', { say: 'Too many sign-ins are in progress. Try again.', retryAfterS: 2 }),
  });
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    places.during(async (take) => {
      await take({});
      return work();
    });
  return {
    hash: (password) => inTurn(() => hasher.hash(password)),
    verify: (pair) => inTurn(() => hasher.verify(pair)),
  };
}
