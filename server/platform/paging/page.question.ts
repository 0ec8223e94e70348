import { invalid } from '../fault.js';
import { cursorAfter, keyOfCursor } from './page.js';

const KEY = /^([\w-]{16})\.(\d{1,6})\.([a-z]{3}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The place at which a page of answers to one question ended: after so many items, with this one. */
export interface PlaceInAnswer {
  readonly offset: number;
  readonly id: string;
}

/** The cursor after a page; `question` is 16 characters that stand for text, filters and whatever else was asked. */
export const cursorInAnswer = (question: string, { offset, id }: PlaceInAnswer): string =>
  cursorAfter(`${question}.${offset}.${id}`);

/** The place behind a cursor, null for the first page; a cursor of another question is refused. */
export function placeInAnswer(cursor: string | null | undefined, question: string): PlaceInAnswer | null {
  const key = keyOfCursor(cursor, KEY);
  if (key === null) return null;
  const [, of, offset, id] = KEY.exec(key) ?? [];
  if (of !== question || id === undefined)
    throw invalid([{ pointer: '/cursor', code: 'other_query', detail: 'this cursor belongs to another question' }]);
  return { offset: Number(offset), id };
}

/** The index at which the next page begins; when the item at the place is gone meanwhile, as many further on. */
export function startAfter<T>(found: readonly T[], idOf: (one: T) => string, place: PlaceInAnswer | null): number {
  if (place === null) return 0;
  const at = found.findIndex((one) => idOf(one) === place.id);
  return at < 0 ? place.offset : at + 1;
}
