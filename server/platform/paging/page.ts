import { invalid } from '../fault.js';

/** How many items a list may be asked for; a `limit` out of range is refused, never clamped (decisions §2, Lists). */
export const PAGE_LIMITS = { min: 1, max: 100, default: 50 } as const;

/** The opaque cursor after an item. */
export const cursorAfter = (key: string): string => Buffer.from(key, 'utf8').toString('base64url');

/** The key behind a cursor that `cursorAfter` made and `form` recognises; anything else is 400. */
export function keyOfCursor(cursor: string | null | undefined, form: Pick<RegExp, 'test'>): string | null {
  if (cursor === null || cursor === undefined) return null;
  const key = Buffer.from(cursor, 'base64url').toString('utf8');
  if (!form.test(key) || cursorAfter(key) !== cursor)
    throw invalid([{ pointer: '/cursor', code: 'pattern', detail: 'this is not a cursor of this list' }]);
  return key;
}

/** Cuts what was read (one item more than asked for) into a page and the cursor of the next one. */
export function pageOf<T>(
  rows: readonly T[],
  limit: number,
  keyOf: (row: T) => string,
): { items: T[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? cursorAfter(keyOf(last)) : null };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Above every UUID: the first page begins there. */
const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The bare UUID below which a list goes on whose newest items come first; ids are made in the order of time. */
export const idBefore = (cursor: string | null | undefined): string => keyOfCursor(cursor, UUID) ?? LAST_UUID;
