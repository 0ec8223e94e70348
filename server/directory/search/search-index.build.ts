import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Tool } from '../catalog/index.js';
import { standsForAlternatives } from './alternative.rules.js';
import { loadLexicon } from './lexicon.load.js';
import { analyzeIntent } from './lexicon-analyze.rules.js';
import type { Lexicon } from './lexicon-compile.rules.js';
import { findToolNames } from './name-evidence.rules.js';
import { newNameIndex } from './name-index.new.js';
import type { SearchParts } from './question.read.js';
import { answer } from './search.answer.js';
import type { Found, Named, SearchIndex } from './search.types.js';
import { newTextIndex } from './text-index.new.js';

export type { Found, Intent, Named, SearchIndex } from './search.types.js';

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
