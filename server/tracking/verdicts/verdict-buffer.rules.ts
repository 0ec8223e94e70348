import type { VerdictStatus } from '../event-answer.types.js';

/** At most so many of one key's verdicts are stored of each interval; the others are counted as dropped. */
const VERDICTS_MAX = 100;

/** What is dropped first: a stored event stands in the list of events anyway, a refused one is known by its verdict alone. */
const DROPPED_IN_ORDER: readonly (readonly `${VerdictStatus}`[])[] = [
  ['tracked'],
  ['duplicate', 'ignored'],
  ['conflict', 'invalid'],
];
const REFUSED = DROPPED_IN_ORDER.length - 1;
const rankOf = (status: `${VerdictStatus}`): number => DROPPED_IN_ORDER.findIndex((same) => same.includes(status));

/** True where the answer to an event was a refusal. */
export const isRefused = (status: `${VerdictStatus}`): boolean => rankOf(status) === REFUSED;

/** What one key's verdicts of an interval are, by what is dropped first, and how many were dropped. */
export interface VerdictBuffer<V> {
  readonly entries: readonly V[][];
  dropped: number;
  droppedRefused: number;
}

export const emptyBuffer = <V>(): VerdictBuffer<V> => ({
  entries: DROPPED_IN_ORDER.map(() => []),
  dropped: 0,
  droppedRefused: 0,
});

/** Whether a verdict of this status is stored as things stand: there is space, or one that is dropped before it makes some. */
export function makeSpace<V>(buffer: VerdictBuffer<V>, status: `${VerdictStatus}`): boolean {
  if (buffer.entries.reduce((sum, { length }) => sum + length, 0) < VERDICTS_MAX) return true;
  buffer.dropped += 1;
  const rank = rankOf(status);
  const lowest = buffer.entries.findIndex(({ length }) => length > 0);
  if (lowest < rank) {
    buffer.entries[lowest]?.pop();
    return true;
  }
  if (rank === REFUSED) buffer.droppedRefused += 1;
  return false;
}

/** Keeps a verdict for which there is space. */
export const keep = <V>(buffer: VerdictBuffer<V>, status: `${VerdictStatus}`, verdict: V): void =>
  void buffer.entries[rankOf(status)]?.push(verdict);
