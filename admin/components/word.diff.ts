/** A run of words that both texts have, or that only the old or only the new one has. */
export interface Run {
  readonly kind: 'same' | 'old' | 'new';
  readonly text: string;
}

/** Beyond this many comparisons the texts are shown as a whole: a table of that size would hold the page up. */
const CELLS_MAX = 250_000;

/** Compares two texts word by word; spaces belong to the word before them, so that the runs joined are the texts again. */
export function diffWords(before: string, after: string): Run[] {
  const old = splitWords(before);
  const fresh = splitWords(after);
  if (old.length * fresh.length > CELLS_MAX) return whole(before, after);
  const common = commonLengths(old, fresh);
  const runs: { kind: Run['kind']; text: string }[] = [];
  const add = (kind: Run['kind'], text = '') => {
    const last = runs.at(-1);
    if (last?.kind === kind) last.text += text;
    else runs.push({ kind, text });
  };
  let i = 0;
  let j = 0;
  while (i < old.length || j < fresh.length) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      add('same', old[i]);
      i += 1;
      j += 1;
    } else if (j >= fresh.length || (i < old.length && at(common, i + 1, j) >= at(common, i, j + 1))) {
      add('old', old[i]);
      i += 1;
    } else {
      add('new', fresh[j]);
      j += 1;
    }
  }
  return runs;
}

const splitWords = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];

const whole = (before: string, after: string): Run[] => [
  ...(before ? [{ kind: 'old' as const, text: before }] : []),
  ...(after ? [{ kind: 'new' as const, text: after }] : []),
];

const at = (table: readonly (readonly number[])[], row: number, column: number): number => table[row]?.[column] ?? 0;

/** For each pair of places, how many words the rests of both texts have in common, in order. */
function commonLengths(old: readonly string[], fresh: readonly string[]): number[][] {
  const table: number[][] = Array.from({ length: old.length + 1 }, () => Array(fresh.length + 1).fill(0));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      const row = table[i];
      if (!row) continue;
      row[j] = old[i] === fresh[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}
