import { createHash } from 'node:crypto';
import { countThatFits } from './answer.fit.js';
import { type Refused, refuseInput } from './problem.js';

/** How much of the digest a cursor carries: enough to notice that the plan is another one by now. */
const DIGEST_LENGTH = 16;

type Lists = Record<string, unknown[]>;

/** The items of the lists, in their order, that one answer has room for, and the cursor to the rest. */
export interface Part<L extends Lists> {
  readonly lists: L;
  readonly truncated: boolean;
  readonly cursor: string | null;
}

/**
 * Cuts a plan that is too long for one answer: `head` stands in every part, the lists go on where the last part ended. The cursor is bound
 * to the lists' content, so that two parts of different plans are never put together; throws `Refused` for any other one.
 */
export function partThatFits<L extends Lists>(
  head: Record<string, unknown>,
  lists: L,
  cursor: string | undefined,
  baseUrl: string,
): Part<L> {
  const digest = createHash('sha256').update(JSON.stringify(lists)).digest('base64url').slice(0, DIGEST_LENGTH);
  const items = Object.entries(lists).flatMap(([name, list]) => list.map((item) => ({ name, item })));
  const from = cursor === undefined ? 0 : offsetIn(cursor, digest);
  if (from === null || from > items.length) throw wrongCursor(baseUrl);
  const empty = Object.fromEntries(Object.keys(lists).map((name) => [name, [] as unknown[]])) as L;
  const until =
    from +
    countThatFits(
      { ...head, ...empty },
      items.slice(from).map(({ item }) => item),
    );
  for (const { name, item } of items.slice(from, until)) empty[name]?.push(item);
  const rest = until < items.length;
  return { lists: empty, truncated: rest, cursor: rest ? `${until}.${digest}` : null };
}

function offsetIn(cursor: string, digest: string): number | null {
  const [offset = '', of] = cursor.split('.');
  return of === digest && /^\d{1,6}$/.test(offset) ? Number(offset) : null;
}

const wrongCursor = (baseUrl: string): Refused =>
  refuseInput(baseUrl, [
    {
      pointer: '/cursor',
      code: 'stale_cursor',
      detail: 'this cursor belongs to another answer, or the catalog changed since',
      hint: 'call again without a cursor',
    },
  ]);
