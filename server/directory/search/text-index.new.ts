import MiniSearch, { type SearchOptions } from 'minisearch';
import type { Tool } from '../catalog/index.js';
import { languageWordsOf } from './language.rules.js';
import { readWords, type Stem } from './words.rules.js';

/** A tool in whose description words of a question stand. */
export interface TextHit {
  readonly id: string;
  /** By BM25: comparable within one question alone. */
  readonly score: number;
  /** Stems of the question that were found. */
  readonly found: ReadonlySet<string>;
  /** The part of the question's weight that was found, 0 to 1: the rarer a word, the more it weighs. */
  readonly share: number;
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

/** Stems of each part of a description, parted by spaces. */
interface Described {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly capabilities: string;
  readonly languages: string;
  readonly questions: string;
}

/** The weight of sentences by which people ask for a tool beside its own words. */
const QUESTIONS_BOOST = 2;

/** Stems by which one text is compared, the rarest: the common ones of a long text are in every description, and each costs a walk through all that have it. */
const STEMS_MAX = 20;

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
    questions: stemsOf(tool.questions),
    languages: stemsOf([...tool.packages.map(({ registry }) => languageWordsOf(registry)), ...tool.interfaces]),
  });
  /** Stems of each tool's own words, to look at few tools without asking the whole index. */
  const byTool = new Map<string, ReadonlySet<string>>();
  const byStem = new Map<string, Set<string>>();
  /** In how many tools each stem stands, their questions included. */
  const tools = new Map<string, number>();
  const weightOf = (stem: string): number => Math.log(1 + byTool.size / (1 + (tools.get(stem) ?? 0)));
  const index = new MiniSearch<Described>({
    fields: ['name', 'summary', 'capabilities', 'languages', 'questions'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
    searchOptions: { boost: { name: 4, summary: 2, capabilities: 1.5, questions: QUESTIONS_BOOST }, combineWith: 'OR' },
  });
  return {
    add(tool) {
      const described = describe(tool);
      index.add(described);
      const own = new Set(`${described.name} ${described.summary} ${described.languages}`.split(' '));
      byTool.set(tool.id, own);
      for (const stem of own) byStem.set(stem, (byStem.get(stem) ?? new Set()).add(tool.id));
      for (const stem of new Set([...own, ...`${described.capabilities} ${described.questions}`.split(' ')]))
        tools.set(stem, (tools.get(stem) ?? 0) + 1);
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
      const weights = new Map(stems.map((stem) => [stem, weightOf(stem)]));
      const sum = (found: Iterable<string>): number =>
        [...found].reduce((total, one) => total + (weights.get(one) ?? 0), 0);
      const whole = sum(weights.keys());
      const rarest = stems.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0)).slice(0, STEMS_MAX);
      return index.search(rarest.join(' '), OPTIONS[how]).map(({ id, score, queryTerms }) => {
        const found = new Set(queryTerms);
        return { id: String(id), score, found, share: sum(found) / whole };
      });
    },
  };
}
