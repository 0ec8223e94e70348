import MiniSearch, { type SearchOptions } from 'minisearch';
import type { Tool } from '../catalog/index.js';
import { languageWordsOf } from './language.rules.js';
import { readStems, type Stem } from './words.rules.js';

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

/** Stems of each part of a description. */
interface Described {
  readonly name: readonly string[];
  readonly summary: readonly string[];
  readonly capabilities: readonly string[];
  readonly languages: readonly string[];
  readonly questions: readonly string[];
}

/** In how many tools a stem stands, and which of them was counted last, in the order in which they came. */
interface Standing {
  tools: number;
  last: number;
}

/** The weight of sentences by which people ask for a tool beside its own words. */
const QUESTIONS_BOOST = 2;

/** Stems by which one text is compared, the rarest: the common ones of a long text are in every description, and each costs a walk through all that have it. */
const STEMS_MAX = 20;

const OPTIONS: Record<Parameters<TextIndex['find']>[1], SearchOptions> = {
  any: {},
  loosely: { prefix: (term: string) => term.length > 3, fuzzy: 0.2 },
};

/** Tools that were read before, by the stems of which lexicon: of a changed catalog all but a few tools are the same records as before. */
const described = new WeakMap<Stem, WeakMap<Tool, Described>>();

/** Reads the descriptions of tools, each once. */
function describerOf(stem: Stem, titles: ReadonlyMap<string, string>): (tool: Tool) => Described {
  const known = described.get(stem) ?? new WeakMap<Tool, Described>();
  described.set(stem, known);
  const stemsOf = (parts: readonly string[]): string[] => readStems(parts.join(' '), stem);
  const read = (tool: Tool): Described => ({
    name: stemsOf([tool.name, tool.slug, ...tool.aliases]),
    summary: stemsOf([tool.summary]),
    capabilities: stemsOf([...tool.capabilities.map((id) => `${id} ${titles.get(id) ?? ''}`), ...tool.categories]),
    questions: stemsOf(tool.questions),
    languages: stemsOf([...tool.packages.map(({ registry }) => languageWordsOf(registry)), ...tool.interfaces]),
  });
  return (tool) => {
    const found = known.get(tool) ?? read(tool);
    known.set(tool, found);
    return found;
  };
}

/** An empty index; words are compared by their stems. */
export function newTextIndex(stem: Stem, titles: ReadonlyMap<string, string>): TextIndex {
  const describe = describerOf(stem, titles);
  /** Stems of each tool's own words, to look at few tools without asking the whole index. */
  const byTool = new Map<string, ReadonlySet<string>>();
  /** In how many tools each stem stands, their questions included. */
  const tools = new Map<string, Standing>();
  const count = (stems: readonly string[]): void => {
    for (const one of stems) {
      const standing = tools.get(one);
      if (!standing) tools.set(one, { tools: 1, last: byTool.size });
      else if (standing.last !== byTool.size) {
        standing.tools += 1;
        standing.last = byTool.size;
      }
    }
  };
  const weightOf = (stem: string): number => Math.log(1 + byTool.size / (1 + (tools.get(stem)?.tools ?? 0)));
  const index = new MiniSearch<{ readonly id: string } & Record<keyof Described, string>>({
    fields: ['name', 'summary', 'capabilities', 'languages', 'questions'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
    searchOptions: { boost: { name: 4, summary: 2, capabilities: 1.5, questions: QUESTIONS_BOOST }, combineWith: 'OR' },
  });
  return {
    add(tool) {
      const { name, summary, capabilities, languages, questions } = describe(tool);
      index.add({
        id: tool.id,
        name: name.join(' '),
        summary: summary.join(' '),
        capabilities: capabilities.join(' '),
        languages: languages.join(' '),
        questions: questions.join(' '),
      });
      byTool.set(tool.id, new Set([...name, ...summary, ...languages]));
      for (const stems of [name, summary, languages, capabilities, questions]) count(stems);
    },
    standIn(id, stems) {
      const own = byTool.get(id);
      return own ? stems.filter((one) => own.has(one)) : [];
    },
    withEvery: (stems) =>
      stems.length === 0 ? [] : [...byTool].flatMap(([id, own]) => (stems.every((one) => own.has(one)) ? [id] : [])),
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
