import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Tool } from '../catalog/index.js';
import { analyzeIntent, type IntentAnalysis } from './intent.rules.js';
import { loadLexicon } from './lexicon.load.js';
import type { Lexicon } from './lexicon.rules.js';
import { newNameIndex } from './name.rules.js';
import { findToolNames } from './name-evidence.rules.js';
import { standsForAlternatives } from './negation.rules.js';
import { readQuestion, replacedNames, type SearchParts, wholeName } from './question.rules.js';
import { alternativesTo, described, namesakes, publicUse } from './rank.rules.js';
import { newTextIndex } from './text-index.new.js';

/** How long a whole catalog is taken in before other work may run. */
const BUSY_MS = 8;
/** Questions whose answers are cached until the catalog changes. */
const CACHED_MAX = 200;

/** The index of a whole catalog, which reads questions with the given lexicon; lets other work run while it is built. */
export async function buildSearchIndex(tools: readonly Tool[], lexicon: Lexicon = loadLexicon()): Promise<SearchIndex> {
  const parts: SearchParts = {
    lexicon,
    tools: new Map(),
    byCapability: new Map(),
    names: newNameIndex(),
    texts: newTextIndex(lexicon.stem, lexicon.titles),
  };
  const cache = new LRUCache<string, Found[]>({ max: CACHED_MAX });
  const add = (tool: Tool): void => {
    parts.tools.set(tool.id, tool);
    parts.names.add(tool);
    parts.texts.add(tool);
    for (const capability of tool.capabilities) {
      const ids = parts.byCapability.get(capability) ?? new Set();
      parts.byCapability.set(capability, ids.add(tool.id));
    }
  };
  let since = performance.now();
  for (const tool of inOrder(tools)) {
    add(tool);
    if (performance.now() - since < BUSY_MS) continue;
    await setImmediate();
    since = performance.now();
  }
  const read: SearchIndex['read'] = (text) => {
    const { words, analysis, names } = analyzeIntent(lexicon, text, (words, requested) =>
      findToolNames(lexicon, parts.names, words, requested),
    );
    const named = names.map((name): Named | null => {
      const id = name.tools[0]?.id;
      if (id === undefined) return null;
      const role = standsForAlternatives(lexicon, words, name) ? 'replaced' : name.refused ? 'refused' : 'wanted';
      return {
        id,
        words: words
          .slice(name.from, name.to)
          .map(({ written }) => written)
          .join(' '),
        role,
      };
    });
    return { analysis, named: named.filter((one) => one !== null) };
  };
  return {
    find(question) {
      const known = cache.get(question);
      if (known) return known;
      const found = answer(parts, question);
      cache.set(question, found);
      return found;
    },
    read,
    named: (text) => read(text).named,
  };
}

/** One order, however the catalog came in: every replica ranks alike. */
const inOrder = (tools: readonly Tool[]): Tool[] => tools.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));

/** A tool that a question found, with the reasons in plain words. */
export interface Found {
  /** `tol_…` */
  readonly id: string;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** A tool that a text calls by its name. */
export interface Named {
  readonly id: string;
  /** The words of the text that name it, as written. */
  readonly words: string;
  /** The tool is to be used, something else is to take its place, or it is not to be used. */
  readonly role: 'wanted' | 'replaced' | 'refused';
}

/** A text as the directory understands it. */
export interface Intent {
  readonly analysis: IntentAnalysis;
  readonly named: readonly Named[];
}

/** The search over one catalog, in memory. The same catalog and question always give the same answer. */
export interface SearchIndex {
  /** Everything that answers a question, best first; empty where nothing was understood. */
  find(question: string): Found[];
  /** Reads the needs of a text, and the tools that it names. */
  read(text: string): Intent;
  /** The tools that a text names. */
  named(text: string): readonly Named[];
}

/** Everything that answers a question, best first (decisions §3). Sponsorship is not looked at. */
export function answer(parts: SearchParts, text: string): Found[] {
  const question = readQuestion(parts, text);
  if (question.words.length === 0) return [];
  const replaced = replacedNames(parts, question);
  const whole = replaced.length > 0 ? [] : wholeName(parts, question);
  const tallies =
    replaced.length > 0
      ? alternativesTo(parts, question, replaced)
      : whole.length > 0
        ? namesakes(parts, question, whole)
        : described(parts, question);
  return [...tallies]
    .map(([id, { score, extra, reasons }]) => ({
      id,
      score: Math.round(score + extra),
      reasons: [...new Set(reasons)],
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || use(parts, b.id) - use(parts, a.id) || bySlug(parts, a.id, b.id));
}

const use = (parts: SearchParts, id: string): number => publicUse(parts.tools.get(id) ?? { measures: [] });
const bySlug = (parts: SearchParts, a: string, b: string): number =>
  (parts.tools.get(a)?.slug ?? '') < (parts.tools.get(b)?.slug ?? '') ? -1 : 1;
