/** A member that an object of a JSON text names again: the names and indexes that lead to it, from the root. */
export type MemberPath = readonly (string | number)[];

/** One list item of a batch, or the whole of anything else, does not hide what the others repeat. */
const LISTED_PER_PART_MAX = 20;
/** A string, or what opens, closes and separates; the rest of a well-formed text tells nothing here. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;

interface Open {
  /** The names of an object so far; null for a list. */
  readonly names: Set<string> | null;
  at: string | number;
}

/**
 * Every member that an object of a well-formed JSON text names more than once, compared as the parser reads names: written with escapes
 * or without, it is the same. Of one part of the text (one item of a batch) the first twenty are answered.
 */
export function repeatedMembers(text: string): MemberPath[] {
  const found: MemberPath[] = [];
  const listed = new Map<string, number>();
  const open: Open[] = [];
  let inner: Open | undefined;
  let nameNext = false;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      nameNext = token === '{';
      inner = nameNext ? { names: new Set(), at: '' } : { names: null, at: 0 };
      open.push(inner);
    } else if (token === '}' || token === ']') {
      open.pop();
      inner = open.at(-1);
      nameNext = false;
    } else if (token === ',') {
      nameNext = inner?.names !== null;
      if (typeof inner?.at === 'number') inner.at += 1;
    } else if (nameNext && inner?.names) {
      nameNext = false;
      const name = String(JSON.parse(token));
      inner.at = name;
      if (inner.names.has(name)) {
        const part = `${open[0]?.at}/${open[1]?.at}`;
        const count = (listed.get(part) ?? 0) + 1;
        listed.set(part, count);
        if (count <= LISTED_PER_PART_MAX) found.push(open.map(({ at }) => at));
      } else inner.names.add(name);
    }
  }
  return found;
}
