import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Tool } from '../catalog/index.js';
import { type IntentAnalysis, sentencesOf } from './intent.rules.js';
import { loadLexicon } from './lexicon.load.js';
import type { Lexicon } from './lexicon.rules.js';
import type { NameRole } from './lexicon.schema.js';
import { NAME_RANK, type NamedTool, newNameIndex } from './name.rules.js';
import type { ToolName } from './name-evidence.rules.js';
import { type Question, readQuestion, replacedNames, type SearchParts, wholeName } from './question.rules.js';
import {
  addRelevance,
  alternativesTo,
  dependentsOf,
  described,
  familyOf,
  namesakes,
  publicUse,
  type Tally,
  type Trace,
} from './rank.rules.js';
import { newTextIndex } from './text-index.new.js';

/** How long a whole catalog is taken in before other work may run. */
const BUSY_MS = 8;
/** Questions whose answers are cached until the catalog changes. */
const CACHED_MAX = 200;
/** Questions that were read last: one request may find, explain and describe the same text. */
const READ_MAX = 4;

/** The index that this process built last, and the digest of its tools. */
let latest: { readonly digest: string; readonly index: SearchIndex } | null = null;

/** Answers the index of a whole catalog. Applications of one process on equal catalogs share one: building it takes as long as all else of a start. */
export async function sharedSearchIndex(tools: readonly Tool[]): Promise<SearchIndex> {
  const digest = await digestOf(tools);
  const shared = latest?.digest === digest ? latest : { digest, index: await buildSearchIndex(tools) };
  latest = shared;
  return shared.index;
}

/** The same for the same tools in any order; every member counts, so that an index never answers from another catalog's facts. */
async function digestOf(tools: readonly Tool[]): Promise<string> {
  const hash = createHash('sha256');
  await withPauses(inOrder(tools), (tool) => hash.update(JSON.stringify(tool)));
  return hash.digest('base64');
}

/** Lets other work run while many tools are taken in. */
async function withPauses(tools: readonly Tool[], take: (tool: Tool) => void): Promise<void> {
  let since = performance.now();
  for (const tool of tools) {
    take(tool);
    if (performance.now() - since < BUSY_MS) continue;
    await setImmediate();
    since = performance.now();
  }
}

/** The index of a whole catalog, which reads questions with the given lexicon; lets other work run while it is built. */
export async function buildSearchIndex(tools: readonly Tool[], lexicon: Lexicon = loadLexicon()): Promise<SearchIndex> {
  const parts: SearchParts = {
    lexicon,
    tools: new Map(),
    byCapability: new Map(),
    byVendor: new Map(),
    families: new Map(),
    dependents: new Map(),
    names: newNameIndex(),
    texts: newTextIndex(lexicon.stem, lexicon.titles),
  };
  const cache = new LRUCache<string, Found[]>({ max: CACHED_MAX });
  const questions = new LRUCache<string, Question>({ max: READ_MAX });
  const questionOf = (text: string): Question => {
    const question = questions.get(text) ?? readQuestion(parts, text);
    questions.set(text, question);
    return question;
  };
  const add = (tool: Tool): void => {
    parts.tools.set(tool.id, tool);
    parts.names.add(tool);
    parts.texts.add(tool);
    if (tool.vendor?.name)
      parts.byVendor.set(tool.vendor.name, [...(parts.byVendor.get(tool.vendor.name) ?? []), tool.id]);
    for (const capability of tool.capabilities) {
      const ids = parts.byCapability.get(capability) ?? new Set();
      parts.byCapability.set(capability, ids.add(tool.id));
    }
  };
  await withPauses(inOrder(tools), add);
  const read: SearchIndex['read'] = (text) => {
    const question = questionOf(text);
    const { words, analysis, names } = question;
    const replaced = new Set(replacedNames(parts, question));
    const named = names.flatMap((name): Named[] => {
      const { tools, from, to } = name;
      const role = replaced.has(name) ? 'replaced' : (name.role ?? 'wanted');
      const written = words
        .slice(from, to)
        .map((word) => word.written)
        .join(' ');
      return idsIn(parts, tools, role).map((id) => ({ id, words: written, role }));
    });
    return { analysis, named, relevance: relevanceBySentence(parts, question, [...replaced]) };
  };
  return {
    find(question) {
      const known = cache.get(question);
      if (known) return known;
      const found = answer(parts, questionOf(question));
      cache.set(question, found);
      return found;
    },
    trace(question) {
      const trace: Trace = { way: null, leftOut: new Map() };
      return { found: answer(parts, questionOf(question), trace), trace };
    },
    read,
    named: (text) => read(text).named,
    families: (text) =>
      readQuestion(parts, text).names.flatMap(({ tools, role }): NamedFamily[] => {
        const [first] = tools;
        if (!first || role === 'banned') return [];
        const vendor = parts.tools.get(first.id)?.vendor?.name;
        const own = tools.filter(({ rank }) => rank === first.rank).map(({ id }) => id);
        return [{ id: first.id, family: [...own, ...((vendor && parts.byVendor.get(vendor)) || [])] }];
      }),
  };
}

/** Fewer words that say something tell less of a need than the whole text does. */
const TELLING_MIN = 3;

/**
 * How well each tool answers the sentence that asks for a capability: as the search ranks it. Where a tool is to be replaced, what can stand in
 * for it comes first.
 */
function relevanceBySentence(
  parts: SearchParts,
  question: Question,
  replaced: readonly ToolName[],
): Intent['relevance'] {
  const { words, stems, analysis } = question;
  const sentences = sentencesOf(words);
  const found = new Map<number, ReadonlyMap<string, number>>();
  const once = (at: number, tallies: () => ReadonlyMap<string, Tally>): ReadonlyMap<string, number> => {
    const known = found.get(at) ?? partOfBest(tallies());
    found.set(at, known);
    return known;
  };
  const purposes = new Set(
    replaced.flatMap(({ tools: [first] }) => parts.tools.get(first?.id ?? '')?.capabilities ?? []),
  );
  const telling = new Set(stems);
  const relevanceOf: Intent['relevance'] = (capability) => {
    if (purposes.has(capability)) return once(-2, () => alternativesTo(parts, question, replaced));
    const from = analysis.capabilities.find(({ id }) => id === capability)?.from;
    const at = from === undefined ? -1 : sentences.findIndex((one) => one.from <= from && from < one.to);
    const sentence = sentences[at];
    const own = new Set(
      words.slice(sentence?.from, sentence?.to).flatMap(({ stem }) => (telling.has(stem) ? stem : [])),
    );
    if (!sentence || own.size < TELLING_MIN) return once(-1, () => known(parts, question));
    return once(at, () =>
      known(parts, { ...question, words: words.slice(sentence.from, sentence.to), stems: [...own] }),
    );
  };
  const byCapability = new Map<string, ReadonlyMap<string, number>>(); // a caller asks once for each tool that has the capability
  return (capability) => {
    const relevance = byCapability.get(capability) ?? relevanceOf(capability);
    byCapability.set(capability, relevance);
    return relevance;
  };
}

/** Evidence about a question in all that is known of every tool, whatever it is for. */
function known(parts: SearchParts, question: Question): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>(
    [...parts.tools.keys()].map((id) => [id, { score: 0, extra: 0, reasons: [] }]),
  );
  addRelevance(parts, question, tallies);
  return tallies;
}

function partOfBest(tallies: ReadonlyMap<string, Tally>): ReadonlyMap<string, number> {
  const best = Math.max(1, ...[...tallies.values()].map(({ score }) => score));
  return new Map([...tallies].flatMap(([id, { score }]) => (score > 0 ? [[id, score / best] as const] : [])));
}

/** The tools that a name stands for: its first, unless it bans or is to be replaced, which goes for the family; a vendor alone stands for no tool of its own. */
function idsIn(parts: SearchParts, tools: readonly NamedTool[], role: NameRole): readonly string[] {
  if (role === 'banned') return [...new Set([...familyOf(parts, tools), ...dependentsOf(parts, tools)])];
  if (role === 'replaced') return [...new Set(familyOf(parts, tools))];
  const [first] = tools;
  return first === undefined || first.rank === NAME_RANK.vendor ? [] : [first.id];
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
  readonly role: NameRole;
}

/** A tool or vendor that a text names: the tool, and those of the same vendor. */
export interface NamedFamily {
  readonly id: string;
  readonly family: readonly string[];
}

/** A text as the directory understands it. */
export interface Intent {
  readonly analysis: IntentAnalysis;
  readonly named: readonly Named[];
  /** How much of the sentence that asks for a capability stands in what is known of each tool, 0 to 1, against the tool that has most; tools without any are left out. */
  relevance(capability: string): ReadonlyMap<string, number>;
}

/** The search over one catalog, in memory. The same catalog and question always give the same answer. */
export interface SearchIndex {
  /** Everything that answers a question, best first; empty where nothing was understood. */
  find(question: string): Found[];
  /** The same, with notes about what was left out. */
  trace(question: string): { readonly found: readonly Found[]; readonly trace: Trace };
  /** Reads the needs of a text, and the tools that it names. */
  read(text: string): Intent;
  /** The tools that a text names, each with all of its vendor's. */
  families(text: string): readonly NamedFamily[];
  /** The tools that a text names. */
  named(text: string): readonly Named[];
}

/** Everything that answers a question, best first (decisions §3), with notes about the rest if they are wanted. Sponsorship is not looked at. */
function answer(parts: SearchParts, question: Question, trace?: Trace): Found[] {
  if (question.words.length === 0) return [];
  const replaced = replacedNames(parts, question);
  const whole = replaced.length > 0 ? [] : wholeName(parts, question);
  if (trace) trace.way = replaced.length > 0 ? 'alternatives' : whole.length > 0 ? 'name' : 'description';
  const tallies =
    replaced.length > 0
      ? alternativesTo(parts, question, replaced, trace)
      : whole.length > 0
        ? namesakes(parts, question, whole)
        : described(parts, question, trace);
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
