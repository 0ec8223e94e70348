/** A bounded queue that organizations share; in memory, without a clock. */
export interface SharedQueue<T> {
  /** How many items wait. */
  readonly rows: number;
  /** The oldest item of each organization that waits. */
  readonly heads: readonly T[];
  /** False when an organization has its share, and an item of so many bytes would exceed it. */
  hasSpace(organizationId: string, bytes: number): boolean;
  /** Adds an item behind those of its organization; the caller asked `hasSpace` before. */
  add(item: T): void;
  /** Takes at most so many items, the oldest of each organization first, and as many of each organization as of any other while it has them. */
  take(rowsMax: number): T[];
  /** Takes the oldest items of each organization as long as the condition holds. */
  takeWhile(condition: (item: T) => boolean): T[];
  takeAll(): T[];
}

export interface SharedQueueOptions<T> {
  readonly max: { readonly rows: number; readonly bytes: number };
  organizationOf(item: T): string;
  bytesOf(item: T): number;
}

interface Share<T> {
  waiting: T[];
  bytes: number;
}

/**
 * Opens a queue of at most so many rows and bytes. An organization may hold at most as much as is free: one alone half of it, two a third
 * each. However many hold their share, there is space for the first item of another (decision 0030).
 */
export function openSharedQueue<T>({ max, organizationOf, bytesOf }: SharedQueueOptions<T>): SharedQueue<T> {
  /** By organization, in the order of their turns; none is empty. */
  const shares = new Map<string, Share<T>>();
  let rows = 0;
  let bytes = 0;

  /** Takes the oldest items of an organization; one that has more left comes after all others the next time. */
  function takeFrom(organizationId: string, share: Share<T>, count: number): T[] {
    shares.delete(organizationId);
    if (count >= share.waiting.length) {
      rows -= share.waiting.length;
      bytes -= share.bytes;
      return share.waiting;
    }
    const taken = share.waiting.splice(0, count);
    const size = taken.reduce((sum, item) => sum + bytesOf(item), 0);
    share.bytes -= size;
    rows -= count;
    bytes -= size;
    shares.set(organizationId, share);
    return taken;
  }

  return {
    get rows() {
      return rows;
    },
    get heads() {
      return [...shares.values()].flatMap(({ waiting }) => waiting.slice(0, 1));
    },
    hasSpace(organizationId, size) {
      const share = shares.get(organizationId);
      return (share?.waiting.length ?? 0) < max.rows - rows && (share?.bytes ?? 0) + size <= max.bytes - bytes;
    },
    add(item) {
      const organizationId = organizationOf(item);
      let share = shares.get(organizationId);
      if (!share) {
        share = { waiting: [], bytes: 0 };
        shares.set(organizationId, share);
      }
      share.waiting.push(item);
      share.bytes += bytesOf(item);
      rows += 1;
      bytes += bytesOf(item);
    },
    take(rowsMax) {
      let group: T[] = [];
      while (group.length < rowsMax && shares.size > 0) {
        const count = Math.max(1, Math.floor((rowsMax - group.length) / shares.size));
        for (const [organizationId, share] of [...shares]) {
          if (group.length >= rowsMax) break;
          const taken = takeFrom(organizationId, share, count);
          if (group.length === 0) group = taken;
          else for (const item of taken) group.push(item);
        }
      }
      return group;
    },
    takeWhile(condition) {
      return [...shares].flatMap(([organizationId, share]) => {
        const end = share.waiting.findIndex((item) => !condition(item));
        const count = end === -1 ? share.waiting.length : end;
        return count === 0 ? [] : takeFrom(organizationId, share, count);
      });
    },
    takeAll() {
      const all = [...shares.values()].flatMap(({ waiting }) => waiting);
      shares.clear();
      rows = 0;
      bytes = 0;
      return all;
    },
  };
}
