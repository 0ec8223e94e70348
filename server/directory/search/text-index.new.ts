import MiniSearch, { type SearchOptions } from 'minisearch';
import type { Tool } from '../catalog/index.js';
import { readWords, type Stem } from './words.rules.js';

/** A tool in whose description words of a question stand. */
export interface TextHit {
  readonly id: string;
  /** By BM25: comparable within one question alone. */
  readonly score: number;
  /** Stems of the question that were found. */
  readonly found: ReadonlySet<string>;
}

/** The words of every tool's description. */
export interface TextIndex {
  add(tool: Tool): void;
  /** Tools that have any of the words; `loosely` also by begins and misspellings of them. */
  find(stems: readonly string[], how: 'any' | 'loosely'): TextHit[];
  /** Ids of the tools in whose description every one of the words stands. */
  withEvery(stems: readonly string[]): string[];
  /** Which of the words stand in one tool's description. */
  standIn(id: string, stems: readonly string[]): string[];
}

/** Languages that the packages of a registry are for. */
const LANGUAGES: Readonly<Record<string, string>> = {
  npm: 'javascript typescript node nodejs js ts npm',
  pypi: 'python py pip',
  cargo: 'rust cargo',
  crates: 'rust cargo',
  go: 'go golang',
  gem: 'ruby gem',
  rubygems: 'ruby gem',
  packagist: 'php composer',
  maven: 'java kotlin maven',
  nuget: 'dotnet csharp nuget',
};

/** Stems of each part of a description, parted by spaces. */
interface Described {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly capabilities: string;
  readonly languages: string;
}

const OPTIONS: Record<Parameters<TextIndex['find']>[1], SearchOptions> = {
  any: {},
  loosely: { prefix: (term: string) => term.length > 3, fuzzy: 0.2 },
};

/** An empty index; words are compared by their stems. */
export function newTextIndex(stem: Stem, titles: ReadonlyMap<string, string>): TextIndex {
  const stemsOf = (parts: readonly string[]): string =>
    readWords(parts.join(' '), stem)
      .map((word) => word.stem)
      .join(' ');
  const describe = (tool: Tool): Described => ({
    id: tool.id,
    name: stemsOf([tool.name, tool.slug, ...tool.aliases]),
    summary: stemsOf([tool.summary]),
    capabilities: stemsOf([...tool.capabilities.map((id) => `${id} ${titles.get(id) ?? ''}`), ...tool.categories]),
    languages: stemsOf([...tool.packages.map(({ registry }) => LANGUAGES[registry] ?? registry), ...tool.interfaces]),
  });
  /** Stems of each tool's own words, to look at few tools without asking the whole index. */
  const byTool = new Map<string, ReadonlySet<string>>();
  const byStem = new Map<string, Set<string>>();
  const index = new MiniSearch<Described>({
    fields: ['name', 'summary', 'capabilities', 'languages'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
    searchOptions: { boost: { name: 4, summary: 2, capabilities: 1.5 }, combineWith: 'OR' },
  });
  return {
    add(tool) {
      const described = describe(tool);
      index.add(described);
      const own = new Set(`${described.name} ${described.summary} ${described.languages}`.split(' '));
      byTool.set(tool.id, own);
      for (const stem of own) byStem.set(stem, (byStem.get(stem) ?? new Set()).add(tool.id));
    },
    standIn(id, stems) {
      const own = byTool.get(id);
      return own ? stems.filter((one) => own.has(one)) : [];
    },
    withEvery(stems) {
      const [rarest, ...others] = stems
        .map((stem) => byStem.get(stem) ?? new Set<string>())
        .toSorted((a, b) => a.size - b.size);
      return [...(rarest ?? [])].filter((id) => others.every((ids) => ids.has(id)));
    },
    find(stems, how) {
      if (stems.length === 0) return [];
      return index
        .search(stems.join(' '), OPTIONS[how])
        .map(({ id, score, queryTerms }) => ({ id: String(id), score, found: new Set(queryTerms) }));
    },
  };
}
