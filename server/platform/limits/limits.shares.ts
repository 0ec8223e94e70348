import type { Request, Response } from 'express';
import { Fault } from '../fault.js';
import { addressOf } from '../http/address.rules.js';
import { openPlaces, type PlaceBounds, type Places } from '../places.js';

interface Share extends Pick<PlaceBounds<'address'>, 'inAllMax'> {
  /** The number of calls that one address may have at once and waiting. */
  readonly addressMax: number;
  readonly waiting: { readonly max: number; readonly ms: number };
}

/**
 * The shares of the ten connections for callers without a credential, by the purpose of the request (decision 0065). A place is used for some
 * milliseconds, so the queue of each is short; the pool's own would be as long as many addresses make it.
 */
const SHARES = {
  /** Submissions of the public forms, their previews and what a receipt or a letter's link may do. */
  submissions: { inAllMax: 3, addressMax: 32, waiting: { max: 64, ms: 5_000 } },
  /** Published records that are read from the database, and tracked links. */
  'public-records': { inAllMax: 4, addressMax: 512, waiting: { max: 512, ms: 5_000 } },
  /** Sign-up, sign-in, letters and new passwords; hashing one takes longer and no connection. */
  accounts: { inAllMax: 4, addressMax: 64, waiting: { max: 100, ms: 10_000 } },
} as const satisfies Record<string, Share>;

export type ShareName = keyof typeof SHARES;

export interface Shares {
  /**
   * Runs the work of a caller without a credential when the share has a place for it; rejects with UNAVAILABLE where its address has too
   * much under way, where too many wait, and when it waited too long.
   */
  inShare<T>(name: ShareName, req: Request, res: Response, work: () => Promise<T>): Promise<T>;
  /** How many places of a share are taken, and how many callers wait for one. */
  shareOf(name: ShareName): Pick<Places<'address'>, 'taken' | 'waiting'>;
}

const RETRY_AFTER_S = 2;

/** Opens the shares of this process. */
export function openShares(): Shares {
  const open = ({ addressMax, ...bounds }: Share): Places<'address'> =>
    openPlaces({
      ...bounds,
      eachMax: { address: addressMax },
      refuse: (full) =>
        new Fault('UNAVAILABLE', {
          say:
            full === 'address'
              ? 'Too many requests like this one of your address are in progress. Wait for their responses.'
              : 'Too many requests like this one are in progress. Send it again.',
          retryAfterS: RETRY_AFTER_S,
        }),
    });
  const shares = new Map(Object.entries(SHARES).map(([name, share]) => [name, open(share)]));
  const find = (name: ShareName): Places<'address'> => {
    const share = shares.get(name);
    if (!share) throw new Error(`no share ${name}`);
    return share;
  };
  return {
    inShare: (name, req, res, work) =>
      find(name).during(async (take) => {
        await take({ address: addressOf(req) });
        return work();
      }, res),
    shareOf: find,
  };
}
