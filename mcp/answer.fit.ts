/** No answer is longer than this, written as compact JSON in UTF-8 (decisions §9). */
export const ANSWER_BYTES_MAX = 24 * 1024;
/** Kept free for the cursor and the mark on what others wrote. */
const RESERVE_BYTES = 1024;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Kept free for the longest item of a list. */
const ITEM_BYTES = 5 * 1024;

/** Whether what stands in every part of an answer leaves room for the parts. */
export const leavesRoom = (head: Record<string, unknown>): boolean =>
  bytesOf(head) <= ANSWER_BYTES_MAX - RESERVE_BYTES - ITEM_BYTES;

/** How many of the items, from the first, go into one answer whose other members are `head`; at least one, or the caller would never get on. */
export function countThatFits(head: Record<string, unknown>, items: readonly unknown[]): number {
  let bytesLeft = ANSWER_BYTES_MAX - RESERVE_BYTES - bytesOf(head);
  let count = 0;
  for (const item of items) {
    bytesLeft -= bytesOf(item) + 1;
    if (bytesLeft < 0 && count > 0) break;
    count += 1;
  }
  return count;
}

/** One page of a list as its operation answers it. */
interface Page<H, T> {
  readonly head: H;
  readonly items: T[];
  readonly nextCursor: string | null;
}

/**
 * A page that fits into one answer. One that is too long is asked for again with fewer items, so that the operation's own cursor goes on
 * exactly where the answer ends.
 */
export async function pageThatFits<H extends Record<string, unknown>, T>(
  limit: number,
  ask: (limit: number) => Promise<Page<H, T>>,
): Promise<{ head: H; items: T[]; truncated: boolean; cursor: string | null }> {
  const { head, items, nextCursor } = await ask(limit);
  const fitting = countThatFits(head, items);
  if (fitting >= items.length) return { head, items, truncated: false, cursor: nextCursor };
  const shorter = await ask(fitting);
  return { head: shorter.head, items: shorter.items, truncated: true, cursor: shorter.nextCursor };
}

/** A text that others wrote, cut where it would fill the answer; never in the middle of a character. */
export const clipText = (text: string, lengthMax: number): string =>
  text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
