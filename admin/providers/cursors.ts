/** One part of a list as the service gives it. */
export interface CursorPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
  /** How many there are in all, where the service counts them. */
  readonly total?: number;
  /** Metadata beside the items. */
  readonly meta?: object;
}

/** Questions whose cursors are remembered; more than a person has open at once. */
const QUESTIONS_MAX = 50;

/** The cursor with which each page of a question begins: react-admin counts pages, the service gives cursors. */
const known = new Map<string, Map<number, string>>();

function cursorsOf(question: string): Map<number, string> {
  const cursors = known.get(question) ?? new Map<number, string>();
  known.delete(question);
  known.set(question, cursors);
  const [oldest] = known.keys();
  if (known.size > QUESTIONS_MAX && oldest !== undefined) known.delete(oldest);
  return cursors;
}

/** Reads page `wanted` of a question; where its cursor is not known, the pages from the last known one on are read first. */
export async function readPage<Item>(
  question: string,
  wanted: number,
  read: (cursor: string | undefined) => Promise<CursorPage<Item>>,
): Promise<CursorPage<Item>> {
  const cursors = cursorsOf(question);
  let page = wanted;
  while (page > 1 && !cursors.has(page)) page -= 1;
  for (;;) {
    const part = await read(cursors.get(page));
    for (const later of cursors.keys()) if (later > page + 1) cursors.delete(later);
    if (part.nextCursor === null) cursors.delete(page + 1);
    else cursors.set(page + 1, part.nextCursor);
    if (page === wanted) return part;
    if (part.nextCursor === null) return { ...part, items: [] };
    page += 1;
  }
}
