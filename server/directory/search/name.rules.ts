import SearchableMap from 'minisearch/SearchableMap';
import type { Tool } from '../catalog/index.js';
import { mistakesBetween } from '../edit-distance.rules.js';
import { compactWord } from './words.rules.js';

/** How directly a key names a tool; a smaller number wins. */
export const NAME_RANK = { name: 0, alias: 1, short: 2, package: 3, vendor: 4 } as const;
export type NameRank = (typeof NAME_RANK)[keyof typeof NAME_RANK];

/** One way to call a tool. */
interface NameKey {
  /** Letters and digits alone, in lower case. */
  readonly key: string;
  readonly rank: NameRank;
}

/** Makers whose name people leave out: Kafka, S3, Vault. */
const MAKERS = new Set(
  'apache amazon aws google microsoft azure hashicorp grafana atlassian eclipse cloudflare akamai facebook meta oracle ibm adobe elastic jetbrains'.split(
    ' ',
  ),
);
/** Words that people put beside a name and that ask for nothing else. */
export const NAME_DESCRIPTORS: ReadonlySet<string> = new Set(
  'mcp api apis sdk js io dev hq docs documentation app tool tools library package client service pricing tutorial guide example examples npm pip integration com org net website homepage quickstart reference github repo repository install setup license status python node nodejs javascript typescript java golang ruby rust php cli server'.split(
    ' ',
  ),
);
/** Words that say what a tool is and are left out or added at will; beside another name they may be what is asked for. */
const NAME_KINDS: ReadonlySet<string> = new Set(
  'cloud analytics database db orm ui ai platform framework css core labs inc developer developers plugin extension http json headless'.split(
    ' ',
  ),
);

/** Every key under which a tool is found by name; the most direct one of each. */
function nameKeys(tool: Pick<Tool, 'name' | 'slug' | 'aliases' | 'packages' | 'website' | 'vendor'>): NameKey[] {
  const keys = new Map<string, NameRank>();
  const add = (written: string, rank: NameRank): void => {
    const key = compactWord(written);
    if (key !== '' && (keys.get(key) ?? Number.POSITIVE_INFINITY) > rank) keys.set(key, rank);
  };
  add(tool.name, NAME_RANK.name);
  add(tool.slug, NAME_RANK.name);
  for (const alias of tool.aliases) add(alias, NAME_RANK.alias);
  for (const written of [tool.name, ...tool.aliases]) {
    const short = shortName(written);
    if (!isGeneric(compactWord(short))) add(short, NAME_RANK.short);
  }
  for (const { name } of tool.packages) {
    add(name, NAME_RANK.package);
    const own = name.split('/').at(-1) ?? name;
    if (compactWord(own).includes(compactWord(tool.slug))) add(own, NAME_RANK.package);
  }
  if (tool.website !== null && URL.canParse(tool.website)) {
    const { hostname, pathname } = new URL(tool.website);
    if (pathname.length <= 1) add(hostname.replace(/^www\./, ''), NAME_RANK.package);
  }
  for (const key of vendorKeys(tool)) add(key, NAME_RANK.vendor);
  return [...keys].map(([key, rank]) => ({ key, rank }));
}

/** The keys under which the vendor of a tool is known: `Grafana Labs` is also Grafana. */
function vendorKeys({ vendor }: Pick<Tool, 'vendor'>): string[] {
  const name = vendor?.name ?? null;
  if (name === null) return [];
  const short = compactWord(shortName(name));
  const label = vendor?.domain?.split('.').at(-2) ?? '';
  return [...new Set([compactWord(name), ...[short, label].filter((key) => key !== '' && !isGeneric(key))])];
}

/** Whether a tool is what its vendor is called by, so that who bans it bans the vendor: Stripe, and not Firebase. */
export const isNamesake = (
  tool: Pick<Tool, 'name' | 'slug' | 'aliases' | 'packages' | 'website' | 'vendor'>,
): boolean => nameKeys(tool).some(({ key, rank }) => rank <= NAME_RANK.alias && vendorKeys(tool).includes(key));

/** The name without its maker and without what it is: Apache Kafka → Kafka, Plausible Analytics → Plausible. */
function shortName(written: string): string {
  let words = written.split(/[\s/._-]+/).filter((word) => word !== '');
  if (words.length > 1 && MAKERS.has(words[0]?.toLowerCase() ?? '')) words = words.slice(1);
  while (words.length > 1 && isGeneric(words.at(-1)?.toLowerCase() ?? '')) words = words.slice(0, -1);
  return words.join(' ');
}

/** Words that name nothing by themselves. */
export const isGeneric = (plain: string): boolean => NAME_DESCRIPTORS.has(plain) || NAME_KINDS.has(plain);

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
            .filter(({ rank }) => rank < NAME_RANK.package)
            .map((named) => ({ ...named, mistakes })),
        )
        .toSorted((a, b) => a.rank - b.rank);
    },
  };
}

/** Some of the words of a text as one key. */
export const keyOfWords = (words: readonly { readonly plain: string }[]): string =>
  compactWord(words.map(({ plain }) => plain).join(''));
