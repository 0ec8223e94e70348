/** How many names, lists and objects one body may hold: 1,000 in each of 50 events. They cost the parser most; numbers in a list cost it next to nothing. */
export const JSON_MEMBERS_MAX = 50_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;

/** The measures of a text of JSON after one pass over its bytes, before it is parsed. */
export interface JsonMeasure {
  /** Names, lists and objects; counted no further than one beyond the bound. */
  readonly members: number;
  /** False where no object names a member twice; true where one may: `repeatedMembers` then tells exactly. */
  readonly mayRepeat: boolean;
}

/** Stands for a list where the places of objects are noted. */
const LIST = -1;
/** An object with more names is looked up instead of searched: the work of a body grows with its length alone. */
const SEARCHED_MAX = 32;
/** Hashes of the names of all objects that are open; one pass ends before the next begins, so all share it. */
const hashes = new Int32Array(JSON_MEMBERS_MAX + 1);

/**
 * Measures a text of JSON by a hash of each name, so that the usual body costs one look at each byte and nothing else; a name with an
 * escape may be any name. A text that is not well-formed is measured somehow: the parser refuses it.
 */
export function measureJson(bytes: Buffer, membersMax = JSON_MEMBERS_MAX): JsonMeasure {
  const bound = Math.min(membersMax, JSON_MEMBERS_MAX);
  const opened: number[] = [];
  const wide = new Map<number, Set<number>>();
  let members = 0;
  let noted = 0;
  let first = LIST;
  let nameNext = false;
  let mayRepeat = false;
  const { length } = bytes;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      if (!nameNext || mayRepeat) {
        at = endOfString(bytes, at + 1);
        continue;
      }
      nameNext = false;
      let hash = 0;
      for (at += 1; at < length; at += 1) {
        const letter = bytes[at] ?? QUOTE;
        if (letter === QUOTE) break;
        if (letter === BACKSLASH) {
          mayRepeat = true;
          at += 1;
        }
        hash = ((hash << 5) - hash + letter) | 0;
      }
      mayRepeat ||= isNoted(hash, first, noted, wide);
      if (noted < hashes.length) hashes[noted] = hash;
      noted += 1;
    } else if (byte === COMMA) nameNext = first !== LIST;
    else if (byte === COLON || byte === BRACKET || byte === BRACE) {
      nameNext = byte === BRACE;
      members += 1;
      if (members > bound) break;
      if (byte === COLON) continue;
      opened.push(first);
      first = byte === BRACE ? noted : LIST;
    } else if (byte === BRACKET_END || byte === BRACE_END) {
      if (first !== LIST) {
        noted = first;
        if (wide.size) wide.delete(first);
      }
      first = opened.pop() ?? LIST;
      nameNext = false;
    }
  }
  return { members, mayRepeat };
}

/** True when the innermost object, whose hashes begin at `first`, has one like this already. */
function isNoted(hash: number, first: number, noted: number, wide: Map<number, Set<number>>): boolean {
  if (noted - first < SEARCHED_MAX) {
    for (let at = first; at < noted; at += 1) if (hashes[at] === hash) return true;
    return false;
  }
  const names = wide.get(first) ?? new Set(hashes.subarray(first, noted));
  wide.set(first, names);
  if (names.has(hash)) return true;
  names.add(hash);
  return false;
}

/** Bytes of a string that are looked at one by one, before its end is searched natively: most strings end sooner. */
const SHORT = 64;

/** The place of the closing quote of the string that begins there; the text's length if it has none. */
function endOfString(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    const near = Math.min(at + SHORT, bytes.length);
    for (; at < near; at += 1) {
      if (bytes[at] === QUOTE) return at;
      if (bytes[at] === BACKSLASH) at += 1;
    }
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return bytes.length;
    let slashes = 0;
    while (quote - slashes > at && bytes[quote - slashes - 1] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote;
    at = quote + 1;
  }
}
