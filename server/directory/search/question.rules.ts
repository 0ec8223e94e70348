import type { Tool } from '../catalog/index.js';
import { analyzeIntent, type IntentAnalysis } from './intent.rules.js';
import { registriesIn } from './language.rules.js';
import type { Lexicon } from './lexicon.rules.js';
import { unreadItems, weighNeeds } from './likely.rules.js';
import { isGeneric, keyOfWords, NAME_DESCRIPTORS, type NamedTool, type NameIndex } from './name.rules.js';
import { findToolNames, namesNotPhrases, type ToolName } from './name-evidence.rules.js';
import { modifierFit } from './rank.rules.js';
import type { TextIndex } from './text-index.new.js';
import { readWords, type Word } from './words.rules.js';

/** The indexes of one catalog, and the lexicon that reads questions. */
export interface SearchParts {
  readonly lexicon: Lexicon;
  readonly tools: Map<string, Tool>;
  /** Capability → ids of the tools that offer it. */
  readonly byCapability: Map<string, Set<string>>;
  /** Vendor → ids of its tools. */
  readonly byVendor: Map<string, string[]>;
  /** Tool → ids of its family, as far as it was looked for: a text may name one as often as it has words. */
  readonly families: Map<string, readonly string[]>;
  /** Tool → ids of those that run on it, as far as it was looked for. */
  readonly dependents: Map<string, readonly string[]>;
  readonly names: NameIndex;
  readonly texts: TextIndex;
}

/** A question, read once. */
export interface Question {
  readonly words: readonly Word[];
  readonly analysis: IntentAnalysis;
  readonly names: readonly ToolName[];
  /** English words for a text in another language; empty where it is English. */
  readonly english: readonly Word[];
  /** Stems of the words that say something, in English too. */
  readonly stems: readonly string[];
  /** Package registries of the languages that it names. */
  readonly registries: ReadonlySet<string>;
  /** Those of them that no phrase of the lexicon explains. */
  readonly context: ReadonlySet<string>;
}

/** Reads a question with the lexicon and the names of the catalog. */
export function readQuestion(parts: SearchParts, text: string): Question {
  const { lexicon, names: index } = parts;
  const read = analyzeIntent(lexicon, text, (read, requested) => findToolNames(lexicon, index, read, requested));
  const { words, names } = read;
  let { analysis } = read;
  const translated = lexicon.glossary.english(text);
  const rest = new Set(analysis.words.map(lexicon.stem));
  const named = names.flatMap(({ from, to }) => words.slice(from, to)).map(({ stem }) => stem);
  const stems = words
    .filter(({ plain }) => !lexicon.stopWords.has(plain))
    .map(({ plain, stem }) => {
      const meant = lexicon.spelling.correct(plain);
      return meant === null ? stem : lexicon.stem(meant);
    });
  const english = translated === '' ? [] : readWords(translated, lexicon.stem);
  const spoken = english.filter(({ plain }) => !lexicon.stopWords.has(plain)).map(({ stem }) => stem);
  const distinct = [...new Set([...stems, ...spoken])];
  if (analysis.capabilities.length === 0 && translated !== '')
    analysis = inEnglish(lexicon, translated, text, analysis);
  const capabilities = weighNeeds(parts, words, distinct, analysis, names, translated !== '');
  const beside = translated === '' ? unreadItems(parts, words, capabilities, names) : [];
  return {
    words,
    english,
    analysis: { ...analysis, capabilities, unread: [...analysis.unread, ...beside] },
    names,
    stems: distinct,
    context: new Set([...rest, ...named]),
    registries: registriesIn(text),
  };
}

/** The needs of a text in another language, as its English words say them. */
function inEnglish(lexicon: Lexicon, translated: string, text: string, analysis: IntentAnalysis): IntentAnalysis {
  const phrase = text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX - 1).trimEnd()}…` : text;
  const { capabilities } = analyzeIntent(lexicon, translated).analysis;
  return {
    ...analysis,
    capabilities: capabilities
      .filter(({ id }) => !analysis.excluded.includes(id))
      .map((one) => ({ ...one, phrase, from: 0, to: 0 })),
  };
}
const SHOWN_MAX = 60;

/** The tools that the whole question names: as it stands, without words such as "api", or with a mistake or two. */
export function wholeName(parts: SearchParts, { words, analysis }: Question): readonly NamedTool[] {
  const { lexicon, names, tools } = parts;
  const requested = new Set(analysis.capabilities.map(({ id }) => id));
  const shorter = shorterNames(lexicon, words);
  const isMeant = (part: readonly Word[], { id }: NamedTool): boolean => {
    if (part.length === words.length || requested.size === 0) return true;
    // "vector database" asks for what it says, and not for a tool called Vector; "prisma orm" names Prisma.
    if (part.every(({ plain }) => lexicon.isEnglish(plain))) return false;
    const left = words.filter((word) => !part.includes(word));
    return (
      left.every(({ plain }) => NAME_DESCRIPTORS.has(plain) || lexicon.stopWords.has(plain)) ||
      (tools.get(id)?.capabilities ?? []).some((capability) => requested.has(capability))
    );
  };
  for (const part of shorter) {
    const exact = namesNotPhrases(lexicon, part, names.exact(keyOfWords(part))).filter((tool) => isMeant(part, tool));
    if (exact.length > 0) return exact;
  }
  // Words that are all known are meant as they stand.
  const isKnown = ({ plain }: Word): boolean => lexicon.spelling.isKnown(plain) || names.exact(plain).length > 0;
  if (words.every((word) => isGeneric(word.plain) || isKnown(word))) return [];
  for (const part of shorter) {
    const close = names.close(keyOfWords(part)).filter((tool) => isMeant(part, tool));
    if (close.length > 0) return close;
  }
  return [];
}

/** The question, then what is left of it without words that say nothing, and without generic words from its end on. */
function shorterNames(lexicon: Lexicon, words: readonly Word[]): (readonly Word[])[] {
  const significant = words.filter(({ plain }) => !lexicon.stopWords.has(plain) || NAME_DESCRIPTORS.has(plain));
  const shorter: (readonly Word[])[] = [words, significant];
  for (let rest = significant; rest.length > 1 && isGeneric(rest.at(-1)?.plain ?? ''); ) {
    rest = rest.slice(0, -1);
    shorter.push(rest);
  }
  shorter.push(words.filter(({ plain }) => !lexicon.stopWords.has(plain) && !isGeneric(plain)));
  return shorter.filter(({ length }) => length > 0);
}

/** Names of which others are wanted: said so, or wanted as they are not (`open source zapier`). */
export function replacedNames({ tools }: SearchParts, { names, analysis }: Question): ToolName[] {
  const replaced = names.filter(({ role }) => role === 'replaced');
  if (replaced.length > 0 || analysis.modifiers.length === 0 || analysis.capabilities.length > 0) return replaced;
  return names.filter((name) => {
    if (name.role !== 'wanted') return false;
    const tool = tools.get(name.tools[0]?.id ?? '');
    return tool !== undefined && modifierFit(tool, analysis.modifiers) < 1;
  });
}
