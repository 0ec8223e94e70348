import type { CatalogSnapshot } from '../../directory/index.js';
import { ecosystemOf, isLanguage } from './ecosystem.rules.js';
import { type Asked, type NamedTool, requestedWithNames } from './named-tools.rules.js';
import type { Wish } from './stack-quality.rules.js';

/** An intent as it was understood, by the published lexicon and the names in the catalog; the same text and catalog give the same. */
export interface Intent {
  readonly requested: readonly Asked[];
  /** Tools that the text calls by name and wants. */
  readonly named: readonly NamedTool[];
  /** Slugs of tools that the text names to say that they are not wanted, or that another is to take their place. */
  readonly unwanted: readonly string[];
  /** Capabilities that the text says are not wanted. */
  readonly excluded: readonly string[];
  /** What the tools should be like, as far as facts of the catalog show it. */
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
