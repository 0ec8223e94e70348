import type { ServerResponse } from 'node:http';
import type { Fault } from './fault.js';
import { connectionEnded, whenClosed } from './http/closed.js';

/** The holders of a place, by their kind: `{ organization: '…', person: '…' }`. */
export type Holders<K extends string> = Readonly<Record<K, string>>;

export interface PlaceBounds<K extends string> {
  readonly inAllMax: number;
  /** The places that one holder may have, waiting included, by kind of holder. */
  readonly eachMax: Readonly<Record<K, number>>;
  /** How many may wait for a place, and for how long; without it a caller is refused at once. */
  readonly waiting?: { readonly max: number; readonly ms: number };
  /** The refusal when a holder of that kind has its share, or when all places are taken. */
  refuse(full: K | 'all'): Fault;
}

/** Takes a place for these holders, once one is free; rejects when there is none, and when the work that asks has ended. */
export type Take<K extends string> = (holders: Holders<K>) => Promise<void>;

/**
 * Places of one process, which requests take and give back. None can be taken without an end: it belongs to a piece of work or to a
 * response, and is free again when that has settled or closed, whatever happened meanwhile (decision 0064).
 */
export interface Places<K extends string> {
  readonly max: number;
  /** How many are taken now. */
  readonly taken: number;
  /** How many wait for one. */
  readonly waiting: number;
  /**
   * Runs `work`, which takes a place as soon as it knows for whom. It is free again when `work` settles, and none can be taken after that,
   * not by what it left running either. A caller who waits for a place leaves the queue when `res` closes.
   */
  during<T>(work: (take: Take<K>) => Promise<T>, res?: ServerResponse): Promise<T>;
  /** Takes so many places until the response is out or its connection has ended, and none when it has already; throws where there is no room. */
  untilClosed(res: ServerResponse, holders: Holders<K>, count: number): void;
}

/** Opens places; what is counted may be anything of which there is only so much, such as bytes. */
export function openPlaces<K extends string>({ inAllMax, eachMax, waiting, refuse }: PlaceBounds<K>): Places<K> {
  const held = new Map<string, number>();
  const queue = new Set<() => void>();
  let taken = 0;

  const count = (names: readonly string[], more: number): void => {
    for (const name of names) {
      const own = (held.get(name) ?? 0) + more;
      if (own > 0) held.set(name, own);
      else held.delete(name);
    }
  };
  /** Counts a claim for its holders, and answers how that ends; throws where one of them has its share. */
  const claim = (holders: Holders<K>, more: number): (() => void) => {
    const names = (Object.entries(holders) as [K, string][]).map(([kind, holder]) => {
      const name = `${kind} ${holder}`;
      if ((held.get(name) ?? 0) + more > eachMax[kind]) throw refuse(kind);
      return name;
    });
    count(names, more);
    return () => count(names, -more);
  };
  const occupy = (more: number): (() => void) => {
    taken += more;
    return () => {
      taken -= more;
      const [begin] = queue;
      if (begin && taken < inAllMax) begin();
    };
  };

  /** Waits for a place in the order of the callers; rejects when that takes too long, or the caller has left. */
  const inTurn = (scope: DisposableStack, res: ServerResponse | undefined, longest: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (settled: () => void): void => {
        if (!queue.delete(begin)) return;
        clearTimeout(late);
        cancel();
        settled();
      };
      const begin = (): void =>
        settle(() => {
          scope.defer(occupy(1));
          resolve();
        });
      const leave = (): void => settle(() => reject(connectionEnded()));
      const late = setTimeout(() => settle(() => reject(refuse('all'))), longest);
      let cancel = (): void => undefined;
      queue.add(begin);
      scope.defer(leave);
      if (res) cancel = whenClosed(res, leave);
    });

  return {
    max: inAllMax,
    get taken() {
      return taken;
    },
    get waiting() {
      return queue.size;
    },
    async during(work, res) {
      using scope = new DisposableStack();
      return await work(async (holders) => {
        if (scope.disposed) throw connectionEnded();
        scope.defer(claim(holders, 1));
        if (taken < inAllMax) scope.defer(occupy(1));
        else if (waiting && queue.size < waiting.max) await inTurn(scope, res, waiting.ms);
        else throw refuse('all');
      });
    },
    untilClosed(res, holders, more) {
      const held = new DisposableStack();
      held.defer(claim(holders, more));
      if (taken + more <= inAllMax) held.defer(occupy(more));
      else held.dispose();
      if (held.disposed) throw refuse('all');
      whenClosed(res, () => held.dispose());
    },
  };
}
