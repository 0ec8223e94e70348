import type { PreparedEvent } from '../catalog/index.js';
import type { EventRow } from './event-columns.rules.js';

/** What waits: whose it is, since when, and how large. */
export interface Queued {
  readonly row: Pick<EventRow, 'organizationId' | 'receivedAt'>;
  readonly event: Pick<PreparedEvent, 'bytes'>;
}

/** A bounded queue that organizations share; in memory, without a clock. */
export interface SharedQueue<T extends Queued> {
  readonly rows: number;
  /** When the oldest of what waits was received (milliseconds since 1970); null when nothing waits. */
  readonly oldestMs: number | null;
  /** False when an organization has its share, and an event of so many bytes would be beyond it. */
  hasRoom(organizationId: string, bytes: number): boolean;
  /** Puts an event behind those of its organization, for which there is room. */
  add(one: T): void;
  /** Takes at most so many events, the oldest of each organization first, and as many of each organization as of any other while it has them. */
  take(rowsMax: number): T[];
  /** Takes out what was received before that moment (milliseconds since 1970). */
  takeOlder(thanMs: number): T[];
  takeAll(): T[];
}

interface Own<T> {
  waiting: T[];
  bytes: number;
}

/**
 * Opens a queue of at most so many rows and bytes of JSON. An organization may hold at most as much as is free: one alone half of it, two
 * a third each. However many hold their share, there is room for the first event of another (decision 0030).
 */
export function openSharedQueue<T extends Queued>(max: { rows: number; bytes: number }): SharedQueue<T> {
  /** By organization, in the order of their turns; none is empty. */
  const owners = new Map<string, Own<T>>();
  let rows = 0;
  let bytes = 0;

  const bytesOf = (group: readonly T[]): number => group.reduce((sum, { event }) => sum + event.bytes, 0);

  /** Takes the first events of an organization; one that keeps some comes after all others the next time. */
  function takeFrom(organizationId: string, own: Own<T>, count: number): T[] {
    owners.delete(organizationId);
    if (count >= own.waiting.length) {
      rows -= own.waiting.length;
      bytes -= own.bytes;
      return own.waiting;
    }
    const taken = own.waiting.splice(0, count);
    const size = bytesOf(taken);
    own.bytes -= size;
    rows -= count;
    bytes -= size;
    owners.set(organizationId, own);
    return taken;
  }

  return {
    get rows() {
      return rows;
    },
    get oldestMs() {
      const first = [...owners.values()].map(
        ({ waiting }) => waiting[0]?.row.receivedAt.getTime() ?? Number.POSITIVE_INFINITY,
      );
      return first.length === 0 ? null : Math.min(...first);
    },
    hasRoom(organizationId, size) {
      const own = owners.get(organizationId);
      return (own?.waiting.length ?? 0) < max.rows - rows && (own?.bytes ?? 0) + size <= max.bytes - bytes;
    },
    add(one) {
      const { organizationId } = one.row;
      let own = owners.get(organizationId);
      if (!own) {
        own = { waiting: [], bytes: 0 };
        owners.set(organizationId, own);
      }
      own.waiting.push(one);
      own.bytes += one.event.bytes;
      rows += 1;
      bytes += one.event.bytes;
    },
    take(rowsMax) {
      let group: T[] = [];
      while (group.length < rowsMax && owners.size > 0) {
        const share = Math.max(1, Math.floor((rowsMax - group.length) / owners.size));
        for (const [organizationId, own] of [...owners]) {
          if (group.length >= rowsMax) break;
          const taken = takeFrom(organizationId, own, share);
          if (group.length === 0) group = taken;
          else for (const one of taken) group.push(one);
        }
      }
      return group;
    },
    takeOlder(thanMs) {
      const older: T[] = [];
      for (const [organizationId, own] of [...owners]) {
        let count = 0;
        while (count < own.waiting.length && (own.waiting[count]?.row.receivedAt.getTime() ?? thanMs) < thanMs)
          count += 1;
        if (count > 0) older.push(...takeFrom(organizationId, own, count));
      }
      return older;
    },
    takeAll() {
      const all = [...owners.values()].flatMap(({ waiting }) => waiting);
      owners.clear();
      rows = 0;
      bytes = 0;
      return all;
    },
  };
}
