import type { Tool } from '../../directory/index.js';

/** Words that name a language, and the package registry that goes with it. */
const REGISTRY_OF: ReadonlyMap<string, string> = new Map([
  ['javascript', 'npm'],
  ['typescript', 'npm'],
  ['node', 'npm'],
  ['nodejs', 'npm'],
  ['node.js', 'npm'],
  ['python', 'pypi'],
]);

const splitWords = (text: string): string[] => text.toLowerCase().match(/[a-z][a-z.]*[a-z]/g) ?? [];

/** Whether a word names a language, and so was understood. */
export const isLanguage = (word: string): boolean => REGISTRY_OF.has(word.toLowerCase());

/** The package registries of a stack: of the languages that the text names, else those in which every named tool has a package. */
export function ecosystemOf(text: string, tools: readonly Tool[]): Set<string> {
  const spoken = splitWords(text).flatMap((word) => REGISTRY_OF.get(word) ?? []);
  if (spoken.length) return new Set(spoken);
  const [first, ...others] = tools
    .map(({ packages }) => new Set(packages.map(({ registry }) => registry)))
    .filter(({ size }) => size > 0);
  return new Set([...(first ?? [])].filter((registry) => others.every((one) => one.has(registry))));
}
