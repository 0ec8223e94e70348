import type { CatalogSnapshot, Tool } from '../directory/index.js';
import type { Part } from './stack-compose.rules.js';
import type { Wish } from './stack-quality.rules.js';
import { ecosystemOf, isLanguage } from './tool.rules.js';

/** An intent as it was understood, by the published lexicon and the names in the catalog; the same text and catalog give the same. */
export interface Intent {
  readonly requested: readonly Asked[];
  /** Tools that the text calls by name and wants. */
  readonly named: readonly NamedTool[];
  /** Slugs of tools that the text names to say that they are not wanted, or that another is to take their place. */
  readonly unwanted: readonly string[];
  /** Capabilities that the text says are not wanted. */
  readonly excluded: readonly string[];
  /** Qualities that the tools should have, as far as facts of the catalog show them. */
  readonly wishes: readonly Wish[];
  /** Words that nothing was made of. */
  readonly notUnderstood: readonly string[];
  /** Package registries of the stack; tools that have a package there fit better. */
  readonly ecosystem: ReadonlySet<string>;
}

/** Breaks a build intent into capabilities and named tools; no model is called. */
export function readIntent(text: string, snapshot: CatalogSnapshot): Intent {
  const { analysis, named: names } = snapshot.search.read(text);
  const found = names.flatMap(({ id, words, role }) => {
    const tool = snapshot.tools.get(id);
    return tool ? [{ tool, words, role }] : [];
  });
  const named = found.filter(({ role }) => role === 'wanted');
  const replaced = found.filter(({ role }) => role === 'replaced');
  return {
    requested: requestedWithNames(analysis.capabilities, named, replaced, new Set(analysis.excluded)),
    named,
    unwanted: [...new Set(found.filter(({ role }) => role !== 'wanted').map(({ tool }) => tool.slug))],
    excluded: analysis.excluded,
    wishes: analysis.modifiers,
    notUnderstood: analysis.words.filter((word) => !isLanguage(word)),
    ecosystem: ecosystemOf(
      text,
      named.map(({ tool }) => tool),
    ),
  };
}

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
}

/** A capability that is asked for, with the tools that were named for it, the first of them first. */
export interface Asked extends RequestedCapability {
  readonly named: readonly Tool[];
}

/**
 * Gives every named tool the capabilities that the intent asks for and it has; where two have one, it is the one that is more for it.
 * A named tool that is left without any brings its own first capability along, unless the intent excludes that. Where nothing else is
 * asked for, a tool that is to be replaced says by its first capability what is wanted.
 */
export function requestedWithNames(
  requested: readonly RequestedCapability[],
  named: readonly NamedTool[],
  replaced: readonly NamedTool[],
  excluded: ReadonlySet<string>,
): Asked[] {
  const found = requested.map((one): Asked => ({ ...one, named: forCapability(one.id, named) }));
  const add = ({ tool, words }: NamedTool): void => {
    const [own] = tool.capabilities;
    if (own === undefined || excluded.has(own) || found.some(({ id }) => id === own)) return;
    found.push({ id: own, phrase: words, named: forCapability(own, named) });
  };
  for (const one of named) if (!found.some(({ named: [first] }) => first === one.tool)) add(one);
  if (found.length === 0) for (const one of replaced) add(one);
  return found;
}

function forCapability(id: string, named: readonly NamedTool[]): Tool[] {
  const having = named.filter(({ tool }) => tool.capabilities.includes(id)).map(({ tool }) => tool);
  return having.toSorted((a, b) => a.capabilities.indexOf(id) - b.capabilities.indexOf(id));
}

const WORDS_SHOWN = 8;
const EXAMPLES =
  '"sign-in, card payments and transactional e-mail", "vector search over PDF files", "cron jobs in Node"';

interface Understood {
  readonly named: readonly NamedTool[];
  readonly unwanted: readonly string[];
  readonly excluded: readonly string[];
  readonly notUnderstood: readonly string[];
}

/** Tells the caller how an intent was read: words that were not understood, and tools that were named and could not be taken. */
export function noticesOf(
  { named, unwanted, excluded, notUnderstood }: Understood,
  parts: readonly Part[],
  preferred: readonly Tool[],
): string[] {
  const words = notUnderstood.slice(0, WORDS_SHOWN).join(', ');
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
    ...(excluded.length ? [`Left out, as the intent says: ${excluded.join(', ')}.`] : []),
    ...(unwanted.length ? [`Not taken, as the intent says: ${unwanted.join(', ')}.`] : []),
    ...named
      .filter(({ tool }) => !takes(tool))
      .map(({ tool }) => `${tool.name} was named and is not taken: a filter or an exclusion forbids it.`),
    ...preferred
      .filter((tool) => !takes(tool))
      .map(
        ({ name }) => `${name} is preferred and is not taken: it has none of the capabilities, or a filter forbids it.`,
      ),
  ];
}
