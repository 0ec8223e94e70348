import {
  type CatalogSnapshot,
  isGround,
  isLanguage,
  type NameRole,
  registriesIn,
  type Tool,
} from '../directory/index.js';
import type { Part } from './stack-compose.rules.js';
import type { Wish } from './stack-quality.rules.js';
import { ecosystemOf } from './tool.rules.js';

/** An intent as it was understood, by the published lexicon and the names in the catalog; the same text and catalog give the same. */
export interface Intent {
  /** At most `PARTS_MAX`, in the order of the text. */
  readonly requested: readonly Asked[];
  /** Capabilities that the text asks for beyond those. */
  readonly beyond: readonly Asked[];
  /** Tools that the text calls by name and wants. */
  readonly named: readonly NamedTool[];
  /** Slugs of tools that the text names to say that they are not wanted, or that another is to take their place. */
  readonly unwanted: readonly string[];
  /** Capabilities that the text says are not wanted. */
  readonly excluded: readonly string[];
  /** Qualities that the tools should have, as far as facts of the catalog show them. */
  readonly wishes: readonly Wish[];
  /** Sentences that ask for something and were not understood, as written. */
  readonly unread: readonly string[];
  /** Words that nothing was made of. */
  readonly notUnderstood: readonly string[];
  /** Package registries of the stack; tools that have a package there fit better. */
  readonly ecosystem: ReadonlySet<string>;
  /** Package registries of the languages that the text names: a tool for others is none for it. */
  readonly languages: ReadonlySet<string>;
  /** How much of what asks for a capability stands in what is known of each tool, 0 to 1, by its id. */
  relevance(capability: string): ReadonlyMap<string, number>;
}

/**
 * The largest number of parts that one plan has. A text of 4,000 characters can name two hundred capabilities: twenty stacks of so many parts
 * are an answer of megabytes, for which all other callers wait.
 */
const PARTS_MAX = 40;

/** Breaks a build intent into capabilities and named tools; no model is called. */
export function readIntent(text: string, snapshot: CatalogSnapshot): Intent {
  const { analysis, named: names, relevance } = snapshot.search.read(text);
  const found = names.flatMap(({ id, words, role }): NamedTool[] => {
    const tool = snapshot.tools.get(id);
    if (!tool) return [];
    // Beside another need, a framework or a database that is named says where that need is.
    const isAround = role === 'wanted' && isGround(tool) && analysis.capabilities.length > 0;
    return [{ tool, words, role: isAround ? 'context' : role }];
  });
  const named = found.filter(({ role }) => TAKEN.has(role));
  // The first of a family is the tool itself.
  const replaced = found.filter(
    ({ role, words }, at) => role === 'replaced' && found.findIndex((other) => other.words === words) === at,
  );
  const requested = requestedWithNames(
    analysis.capabilities,
    named,
    [...named.filter(({ role }) => role === 'context'), ...replaced],
    new Set(analysis.excluded),
  );
  return {
    requested: requested.slice(0, PARTS_MAX),
    beyond: requested.slice(PARTS_MAX),
    named,
    unwanted: [...new Set(found.filter(({ role }) => NOT_TAKEN.has(role)).map(({ tool }) => tool.slug))],
    excluded: analysis.excluded,
    wishes: analysis.modifiers,
    unread: analysis.unread,
    notUnderstood: analysis.words.filter((word) => !isLanguage(word)),
    ecosystem: ecosystemOf(
      text,
      named.map(({ tool }) => tool),
    ),
    languages: registriesIn(text),
    relevance,
  };
}

/** Roles of named tools that may take a part, and of those that never do. */
const TAKEN: ReadonlySet<NameRole> = new Set(['wanted', 'compared', 'acted_in', 'context']);
const NOT_TAKEN: ReadonlySet<NameRole> = new Set(['banned', 'existing', 'replaced']);

/** The text of an intent in the form in which it is understood, signed and stored. */
export const normalizedIntent = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();

/** A capability that the intent asks for, and the words that say so. */
export interface RequestedCapability {
  readonly id: string;
  readonly phrase: string;
}

/** A tool that the intent calls by its name. */
export interface NamedTool {
  readonly tool: Tool;
  readonly words: string;
  readonly role: NameRole;
}

/** A capability that is asked for, with the tools that were named for it, the first of them first. */
export interface Asked extends RequestedCapability {
  readonly named: readonly Tool[];
}

/**
 * Gives every named tool the capabilities that the intent asks for and it has; where two have one, it is the one that is more for it.
 * A named tool that is left without any brings its own first capability along, unless the intent excludes that; so does one that is to be
 * replaced. Where nothing else is asked for, a tool that something is for says by its first capability what is wanted.
 */
export function requestedWithNames(
  requested: readonly RequestedCapability[],
  named: readonly NamedTool[],
  around: readonly NamedTool[],
  excluded: ReadonlySet<string>,
): Asked[] {
  const found = requested.map((one): Asked => ({ ...one, named: forCapability(one.id, named) }));
  const add = ({ tool, words }: NamedTool): void => {
    const own = purposeOf(tool);
    if (own === undefined || excluded.has(own) || found.some(({ id }) => id === own)) return;
    found.push({ id: own, phrase: words, named: forCapability(own, named) });
  };
  for (const one of named)
    if (one.role !== 'context' && !found.some(({ named: [first] }) => first === one.tool)) add(one);
  // A replacement does what the replaced tool is for, whatever else the text has.
  for (const one of around)
    if (one.role === 'replaced' && !found.some(({ id }) => one.tool.capabilities.includes(id))) add(one);
  if (found.length === 0) for (const one of around) add(one);
  return found;
}

/** The purpose of a tool; where it is also an application that others act in, something else that it does. */
const purposeOf = ({ capabilities }: Tool): string | undefined =>
  capabilities.find((id) => id !== 'saas-api') ?? capabilities[0];

function forCapability(id: string, named: readonly NamedTool[]): Tool[] {
  const having = named.filter(({ tool }) => tool.capabilities.includes(id)).map(({ tool }) => tool);
  return having.toSorted((a, b) => a.capabilities.indexOf(id) - b.capabilities.indexOf(id));
}

const WORDS_SHOWN = 8;
const EXAMPLES =
  '"sign-in, card payments and transactional e-mail", "vector search over PDF files", "cron jobs in Node"';

interface Understood {
  readonly beyond: readonly Asked[];
  readonly named: readonly NamedTool[];
  readonly unwanted: readonly string[];
  readonly excluded: readonly string[];
  readonly notUnderstood: readonly string[];
}

/** Tells the caller how an intent was read: words that were not understood, and tools that were named and could not be taken. */
export function noticesOf(
  { beyond, named, unwanted, excluded, notUnderstood }: Understood,
  parts: readonly Part[],
  preferred: readonly Tool[],
): string[] {
  const words = notUnderstood.slice(0, WORDS_SHOWN).join(', ');
  const isBeyond = (tool: Tool): boolean => beyond.some((one) => one.named.includes(tool));
  const takes = (tool: Tool): boolean =>
    parts.some(({ candidates }) => candidates.some((one) => one.tool === tool && one.requested !== null));
  return [
    ...(parts.length === 0
      ? [
          `No capability was understood${words ? ` in: ${words}` : ''}. Say what it must do, or name tools, such as ${EXAMPLES}.`,
        ]
      : words
        ? [`Nothing was made of: ${words}.`]
        : []),
    ...(beyond.length ? [`A plan has at most ${PARTS_MAX} parts. ${leftOut(beyond)} Ask for them by themselves.`] : []),
    ...(excluded.length ? [`Left out, as the intent says: ${excluded.join(', ')}.`] : []),
    ...(unwanted.length ? [`Not taken, as the intent says: ${unwanted.join(', ')}.`] : []),
    ...named
      .filter(({ tool }) => !takes(tool) && !isBeyond(tool))
      .map(({ tool }) => `${tool.name} was named and is not taken: a filter or an exclusion forbids it.`),
    ...preferred
      .filter((tool) => !takes(tool))
      .map(
        ({ name }) => `${name} is preferred and is not taken: it has none of the capabilities, or a filter forbids it.`,
      ),
  ];
}

/** Names the first capabilities that a plan leaves out, and counts the others. */
function leftOut(beyond: readonly Asked[]): string {
  const shown = beyond.slice(0, WORDS_SHOWN).map(({ id }) => id);
  const rest = beyond.length - shown.length;
  return `Left out: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}
