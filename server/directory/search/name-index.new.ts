import SearchableMap from 'minisearch/SearchableMap';
import type { Tool } from '../catalog/index.js';
import { mistakesBetween } from '../edit-distance.rules.js';
import { NAME_RANK, type NameRank, nameKeys } from './name.rules.js';
import { compactWord } from './words.rules.js';

/** A tool that goes by a name. */
export interface NamedTool {
  readonly id: string;
  readonly rank: NameRank;
  /** Letters that differ from the name as it is written; 0 is the name itself. */
  readonly mistakes: number;
}

/** Which tools go by a name, also a misspelt one. */
export interface NameIndex {
  add(tool: Tool): void;
  /** Tools of exactly this name, in letters and digits alone; the most direct first. */
  exact(key: string): readonly NamedTool[];
  /** Tools whose name is a mistake or two away; the closest alone. */
  close(key: string): readonly NamedTool[];
}

/** Names shorter than this have too many neighbours. */
const CLOSE_FROM = 4;
const closeMistakes = (length: number): number => (length < CLOSE_FROM ? 0 : length < 7 ? 1 : 2);

/** A letter too many or too few beside its like (`reddis`) is the smallest mistake. */
const DOUBLED = 0.5;
const isDoubled = (one: string, other: string): boolean => singled(one) === singled(other);
const singled = (word: string): string => word.replaceAll(/(.)\1+/gu, '$1');

/** An empty index of names. */
export function newNameIndex(): NameIndex {
  const byKey = new Map<string, NamedTool[]>();
  const tree = new SearchableMap<true>();
  let longest = 0;

  const keysNear = (key: string, most: number): string[] => {
    // Mistakes in the first letter are rare: most questions look at the names of one letter alone.
    const first = key.slice(0, 1);
    const same = [
      ...tree
        .atPrefix(first)
        .fuzzyGet(key.slice(1), most + 1)
        .keys(),
    ].map((rest) => first + rest);
    return same.length > 0 ? same : [...tree.fuzzyGet(key, most).keys()];
  };
  return {
    add(tool) {
      for (const { key, rank } of nameKeys(tool)) {
        byKey.set(key, [...(byKey.get(key) ?? []), { id: tool.id, rank, mistakes: 0 }]);
        tree.set(key, true);
        longest = Math.max(longest, key.length);
      }
    },
    exact: (key) => byKey.get(key)?.toSorted((a, b) => a.rank - b.rank) ?? [],
    close(key) {
      const most = closeMistakes(key.length);
      if (most === 0 || key.length > longest + most) return [];
      const found = keysNear(key, most)
        .map((near) => ({ near, mistakes: isDoubled(key, near) ? DOUBLED : mistakesBetween(key, near, most + 1) }))
        .filter(({ near, mistakes }) => mistakes <= most && near.length >= CLOSE_FROM);
      const least = Math.min(...found.map(({ mistakes }) => mistakes));
      return found
        .filter(({ mistakes }) => mistakes === least)
        .flatMap(({ near, mistakes }) =>
          (byKey.get(near) ?? [])
            .filter(({ rank }) => rank !== NAME_RANK.package)
            .map((named) => ({ ...named, mistakes })),
        )
        .toSorted((a, b) => a.rank - b.rank);
    },
  };
}

/** Some of the words of a text as one key. */
export const keyOfWords = (words: readonly { readonly plain: string }[]): string =>
  compactWord(words.map(({ plain }) => plain).join(''));
