import { isCapabilityPhrase, type NameSpan, type QueryWords } from './intent.rules.js';
import type { Lexicon } from './lexicon.rules.js';
import { isGeneric, keyOfWords, NAME_RANK, type NamedTool, type NameIndex } from './name.rules.js';
import { hasCue } from './role.rules.js';
import { mistakesAllowed, type Word } from './words.rules.js';

/** Tools that words of a text name. */
export interface ToolName extends NameSpan {
  readonly tools: readonly NamedTool[];
}

/** Words of the longest name that is looked for. */
const WINDOW_MAX = 4;
/** Shorter names are acronyms, or the start of anything. */
const SURE_FROM = 3;
/** Words after which a tool is named, when nothing follows that it could describe: `deployed on render`. */
const BEFORE_A_NAME = new Set(['on', 'with', 'using', 'via', 'use', 'through', 'uses', 'used', 'and']);
const AFTER_A_NAME = new Set([
  'and',
  'or',
  'for',
  'to',
  'as',
  'with',
  'on',
  'plus',
  'because',
  'so',
  'but',
  'via',
  'in',
  'from',
]);

/** Names in a text. A name that is an ordinary word (`render`, `segment`) counts only with evidence that it is meant as one. */
export function findToolNames(
  lexicon: Lexicon,
  index: NameIndex,
  words: readonly Word[],
  requested: QueryWords,
): ToolName[] {
  const candidates = windowsOf(words)
    .filter(({ from, to }) => !isGuarded(requested, from, to))
    .filter(({ from, to }) => !listsNames(index, words, from, to))
    .flatMap(({ from, to }): ToolName[] => {
      const own = words.slice(from, to);
      const tools = namesNotPhrases(lexicon, own, index.exact(keyOfWords(own)));
      return tools.length > 0 ? [{ from, to, tools: mostDirect(tools) }] : [];
    });
  const sure = candidates.filter((name) => isUnmistakable(lexicon, words, name, requested));
  const sureNames: SureNames = {
    names: new Set(sure),
    begins: new Set(sure.map(({ from }) => from)),
    ends: new Set(sure.map(({ to }) => to)),
  };
  const accepted = candidates.filter(
    (name) => sureNames.names.has(name) || hasEvidence(lexicon, words, name, sureNames, requested),
  );
  return withoutOverlaps([...accepted, ...misspelt(lexicon, index, words, accepted)]);
}

/** Leaves out what is only part of a name and means a capability: `auth` of Auth.js, `maps` of Google Maps. */
export const namesNotPhrases = (
  lexicon: Lexicon,
  words: readonly Word[],
  tools: readonly NamedTool[],
): readonly NamedTool[] =>
  tools.length === 0 || tools.some(({ rank }) => rank <= NAME_RANK.alias) || !isCapabilityPhrase(lexicon, words)
    ? tools
    : [];

/** Only the tools that the key names most directly: `neon` is Neon, not every package of that name. */
const mostDirect = (tools: readonly NamedTool[]): NamedTool[] => tools.filter(({ rank }) => rank === tools[0]?.rank);

function isGuarded({ guarded }: QueryWords, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (guarded.has(at)) return true;
  return false;
}

function windowsOf(words: readonly Word[]): { from: number; to: number }[] {
  const windows: { from: number; to: number }[] = [];
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= Math.min(words.length, from + WINDOW_MAX); to += 1) {
      if (to > from + 1 && words[to - 1]?.break === 'clause') break;
      windows.push({ from, to });
    }
  return windows;
}

/** Two names that a sign joins stay two, even where together they are a third: `Grafana + Loki`. */
function listsNames(index: NameIndex, words: readonly Word[], from: number, to: number): boolean {
  for (let at = from + 1; at < to; at += 1)
    if (
      words[at]?.break === 'list' &&
      index.exact(keyOfWords(words.slice(from, at))).length > 0 &&
      index.exact(keyOfWords(words.slice(at, to))).length > 0
    )
      return true;
  return false;
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

function isUnmistakable(
  lexicon: Lexicon,
  words: readonly Word[],
  { from, to, tools }: ToolName,
  { meant }: QueryWords,
): boolean {
  const own = words.slice(from, to);
  if (to - from === words.length) return true;
  const key = keyOfWords(own);
  if (key.length < SURE_FROM || /^\d+$/.test(key)) return false;
  const isOrdinary = ({ plain }: Word): boolean =>
    lexicon.isEnglish(plain) || lexicon.stopWords.has(plain) || isGeneric(plain);
  if (own.length === 1) return !own.some(isOrdinary);
  if (own.every(isOrdinary) && range(from, to).every((at) => meant.has(at))) return false;
  // Several words are a name when it is the tool's own, or when one of them is no ordinary word.
  const isOwn = (tools[0]?.rank ?? NAME_RANK.package) <= NAME_RANK.alias;
  return isOwn ? !own.every(({ plain }) => lexicon.stopWords.has(plain)) : !own.some(isOrdinary);
}

/** Names that are sure, and where each begins and ends. */
interface SureNames {
  readonly names: ReadonlySet<ToolName>;
  readonly begins: ReadonlySet<number>;
  readonly ends: ReadonlySet<number>;
}

function hasEvidence(
  lexicon: Lexicon,
  words: readonly Word[],
  name: ToolName,
  sure: SureNames,
  requested: QueryWords,
): boolean {
  const { from, to, tools } = name;
  if ((tools[0]?.rank ?? NAME_RANK.package) >= NAME_RANK.package) return false;
  const first = words[from];
  const before = words[from - 1];
  const after = words[to];
  if (!first) return false;
  // A word that says what is wanted together with the next names nothing by itself: `azure ad`.
  if (range(from, to).every((at) => requested.leading.has(at))) return false;
  if (hasCue(lexicon, words, name)) return true;
  if (isSetOff(words, from)) return true;
  if (keyOfWords(words.slice(from, to)).length < SURE_FROM) return false;
  if (after?.break === 'none' && FOLLOWS_A_NAME.has(after.plain)) return true;
  if (after?.break === 'none' && /^\p{Lu}/u.test(first.written) && FOLLOWS_A_CAPITAL.has(after.plain)) return true;
  if (sure.ends.has(from) && sure.begins.has(to)) return true;
  if (after?.break === 'none' && !AFTER_A_NAME.has(after.plain)) return false;
  if (before && first.break === 'none' && BEFORE_A_NAME.has(before.plain) && before.plain !== 'and') return true;
  // An item of a list in which other tools stand.
  const beginsHere = first.break !== 'none' || (before !== undefined && BEFORE_A_NAME.has(before.plain));
  return sure.names.size > 0 && (beginsHere || sure.ends.has(from));
}
/** Words that follow the name of a tool and hardly ever an ordinary word. */
const FOLLOWS_A_NAME = new Set([
  'mcp',
  'api',
  'apis',
  'sdk',
  'js',
  'cli',
  'docs',
  'webhook',
  'webhooks',
  'integration',
  'plugin',
  'io',
  'alternative',
  'alternatives',
]);

/** Words that follow a name with which a sentence begins: `Express app with …`. */
const FOLLOWS_A_CAPITAL = new Set(['app', 'application', 'backend', 'frontend', 'site', 'project', 'server', 'worker']);

/** Written with a capital letter inside a clause of a text that does not capitalize everything; two letters must both be capitals. */
function isSetOff(words: readonly Word[], at: number): boolean {
  const written = words[at]?.written ?? '';
  if (!/^\p{Lu}/u.test(written)) return false;
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word.written)).length;
  if (words.length > 2 && capitals * 2 > words.length + 1) return false;
  if (written.length < SURE_FROM) return written === written.toUpperCase();
  return words[at]?.opensSentence === false;
}

/** Unknown words that are a letter away from a name. */
function misspelt(lexicon: Lexicon, index: NameIndex, words: readonly Word[], known: readonly ToolName[]): ToolName[] {
  const taken = new Set(known.flatMap(({ from, to }) => range(from, to)));
  const compared = new Map<string, readonly NamedTool[]>();
  const closeTo = (plain: string): readonly NamedTool[] => {
    const found = compared.get(plain);
    if (found || compared.size >= COMPARED_MAX) return found ?? [];
    const tools = index.close(plain).filter(({ mistakes }) => mistakes <= mistakesAllowed(plain.length));
    compared.set(plain, tools);
    return tools;
  };
  return words.flatMap((word, at): ToolName[] => {
    if (taken.has(at) || word.plain.length < MISSPELT_FROM || lexicon.spelling.isKnown(word.plain)) return [];
    const tools = closeTo(word.plain);
    return tools.length > 0 ? [{ from: at, to: at + 1, tools: mostDirect(tools) }] : [];
  });
}
const MISSPELT_FROM = 5;
/** Different unknown words of one text that are compared with every name: no text of that length misspells more, and each is a walk through all of them. */
const COMPARED_MAX = 25;

/** Keeps the longest of names that share words, then the earlier one. */
function withoutOverlaps(names: readonly ToolName[]): ToolName[] {
  const taken = new Set<number>();
  return names
    .toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)
    .filter(({ from, to }) => {
      const own = range(from, to);
      if (own.some((at) => taken.has(at))) return false;
      for (const at of own) taken.add(at);
      return true;
    })
    .toSorted((a, b) => a.from - b.from);
}
