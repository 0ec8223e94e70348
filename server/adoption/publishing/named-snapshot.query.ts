import type { EntityManager } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import type { Platform } from '../../platform/context.js';
import { selectRows } from '../../platform/database/kysely.js';
import { invalid } from '../../platform/fault.js';
import { readId } from '../../platform/ids.js';
import { isDay } from '../../platform/instant.rules.js';
import { keyOfCursor } from '../../platform/paging/page.js';
import type { AdoptionArgs } from './adoption.types.js';
import { AdoptionSnapshot } from './snapshot.entity.js';
import { type DaySnapshot, readSnapshot } from './snapshot.query.js';

/** Snapshots that are kept in memory beside the newest one; an older day is asked for by few. */
const NAMED_MAX = 16;

/** The snapshot that a question names: by its day, by its bare id, or not at all, which is the newest one. */
export type SnapshotName = { readonly day: string } | { readonly id: string };

/** The beginning of an answer: in which snapshot, and after how many rows. */
export interface SnapshotPlace {
  readonly name: SnapshotName | null;
  readonly skip: number;
}

/** A snapshot never changes, so what was read of one is never read again. */
export function openNamedSnapshots({
  em,
  replicas,
}: Pick<Platform, 'em' | 'replicas'>): (name: SnapshotName) => Promise<DaySnapshot | null> {
  /** A cursor or a citation may name one that a standby does not have yet. */
  const find = async <T>(read: (source: EntityManager) => Promise<T | null>): Promise<T | null> => {
    let isOnStandby = false;
    const found = await replicas.read((source) => {
      isOnStandby = source.asOf !== null;
      return read(source.em);
    });
    return found === null && isOnStandby ? read(em()) : found;
  };
  const byDay = new LRUCache<string, DaySnapshot>({
    max: NAMED_MAX,
    fetchMethod: async (day) => (await find((source) => readSnapshot(source, day))) ?? undefined,
  });
  const dayOf = (id: string): Promise<string | null> =>
    find(async (source) => {
      const found = await selectRows(source, AdoptionSnapshot).where('t.id', '=', id).executeTakeFirst();
      return found?.day ?? null;
    });
  return async (name) => {
    const day = 'day' in name ? name.day : await dayOf(name.id);
    return day === null ? null : ((await byDay.fetch(day)) ?? null);
  };
}

const CURSOR = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} (7d|30d|90d) \d{1,6}$/;

/** The key of a cursor: an order is one of a snapshot and a period, and in these it never changes. */
export const placeKey = (snapshotId: string, period: string, rows: number): string => `${snapshotId} ${period} ${rows}`;

/** Reads which snapshot is asked for. A cursor goes on in the snapshot that it began in, also when a newer one has come. */
export function placeOf({ cursor, day, snapshot, period }: AdoptionArgs): SnapshotPlace {
  const named = nameOf(day, snapshot);
  const key = keyOfCursor(cursor, CURSOR);
  if (key === null) return { name: named, skip: 0 };
  const [id = '', ofPeriod = '', rows = ''] = key.split(' ');
  if (ofPeriod !== period)
    throw invalid([{ pointer: '/cursor', code: 'pattern', detail: `this is a cursor of the period ${ofPeriod}` }]);
  if (named !== null)
    throw invalid([
      {
        pointer: '/cursor',
        code: 'conflict',
        detail: 'a cursor names its snapshot itself: send it without day and snapshot',
      },
    ]);
  return { name: { id }, skip: Number(rows) };
}

function nameOf(day: string | null | undefined, snapshot: string | null | undefined): SnapshotName | null {
  if (typeof day === 'string' && typeof snapshot === 'string')
    throw invalid([{ pointer: '/snapshot', code: 'conflict', detail: 'send day or snapshot, not both' }]);
  if (typeof day === 'string') {
    if (!isDay(day)) throw invalid([{ pointer: '/day', code: 'pattern', detail: 'must be a day, YYYY-MM-DD' }]);
    return { day };
  }
  if (typeof snapshot !== 'string') return null;
  const id = readId('snp', snapshot);
  if (id === null)
    throw invalid([{ pointer: '/snapshot', code: 'pattern', detail: 'must be the id of a snapshot, snp_…' }]);
  return { id };
}
