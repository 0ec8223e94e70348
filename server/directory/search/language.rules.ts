import type { Tool } from '../catalog/index.js';

/** The relation of a tool to a language: it has a package or says so, it works from any, nothing is known, or it is for others. */
export type LanguageFit = 'yes' | 'any' | 'unknown' | 'no';

/** The languages of each package registry: their names, words that name one, what people also write for it, and what is written in it alone. */
const REGISTRIES: Readonly<
  Record<string, { names: readonly string[]; languages: string; also: string; alone: string }>
> = {
  npm: {
    names: ['JavaScript', 'TypeScript'],
    languages: 'javascript typescript node nodejs',
    also: 'js ts npm',
    alone: 'node.js nextjs next.js react vue svelte angular express deno bun',
  },
  pypi: { names: ['Python'], languages: 'python', also: 'py pip', alone: 'django flask fastapi' },
  crates: { names: ['Rust'], languages: 'rust', also: 'cargo', alone: '' },
  go: { names: ['Go'], languages: 'golang', also: 'go', alone: '' },
  rubygems: { names: ['Ruby'], languages: 'ruby', also: 'gem', alone: 'rails' },
  packagist: { names: ['PHP'], languages: 'php', also: 'composer', alone: 'laravel symfony' },
  maven: { names: ['Java', 'Kotlin'], languages: 'java kotlin', also: 'maven', alone: 'jvm spring' },
  nuget: { names: ['.NET'], languages: 'dotnet csharp', also: 'nuget', alone: 'c# asp.net .net' },
  hex: { names: ['Elixir'], languages: 'elixir', also: '', alone: 'phoenix' },
  pub: { names: ['Dart'], languages: 'dart', also: '', alone: 'flutter' },
};

const REGISTRY_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(REGISTRIES).flatMap(([registry, { languages, alone }]) =>
    `${languages} ${alone}`
      .trim()
      .split(' ')
      .map((word) => [word, registry] as const),
  ),
);

/** The words by which a search finds what a registry has: its languages; an unknown registry goes by its own name. */
export function languageWordsOf(registry: string): string {
  const known = REGISTRIES[sameRegistry(registry)];
  return known ? `${known.languages} ${known.also}` : registry;
}

/** The languages of what a registry has, as people write them; none of a registry that isn't one of languages. */
export const languageNamesOf = (registry: string): readonly string[] => REGISTRIES[sameRegistry(registry)]?.names ?? [];

/** "Go" is a verb before it is a language. */
const GO =
  /\b(?:in|for|with|using|our) go\b|\bgo (?:library|libraries|service|services|backend|app|client|sdk|microservices?|developers?|code|project)\b/i;

/** True when a word names a language, and so was understood. */
export const isLanguage = (word: string): boolean => REGISTRY_OF.has(word.toLowerCase());

/** The package registries of the languages that a text names. */
export function registriesIn(text: string): Set<string> {
  const words = text.toLowerCase().match(/\.?[a-z][a-z.#]*[a-z#]/g) ?? [];
  const named = words.flatMap((word) => REGISTRY_OF.get(word) ?? []);
  return new Set(GO.test(text) ? [...named, 'go'] : named);
}

type Described = Pick<Tool, 'packages' | 'interfaces' | 'summary'>;

/** By record: a tool of the catalog never changes, and a question asks for hundreds of them. */
const ownRegistries = new WeakMap<Described, ReadonlySet<string>>();

/** The registries of a tool's packages and of the languages that its description names. */
function registriesOf(tool: Described): ReadonlySet<string> {
  const known = ownRegistries.get(tool);
  if (known) return known;
  const listed = tool.packages.map(({ registry }) => registry);
  const own = new Set([...listed, ...registriesIn(tool.summary)].map(sameRegistry));
  ownRegistries.set(tool, own);
  return own;
}

/** Tells how a tool fits the languages of some registries, by its packages, its interfaces and its own description. */
export function languageFit(tool: Described, registries: ReadonlySet<string>): LanguageFit {
  const own = registriesOf(tool);
  const { interfaces } = tool;
  if ([...registries].some((registry) => own.has(registry))) return 'yes';
  if (interfaces.includes('rest') || interfaces.includes('graphql')) return 'any';
  return [...own].some((registry) => LANGUAGES.has(registry)) ? 'no' : 'unknown';
}

const LANGUAGES: ReadonlySet<string> = new Set(REGISTRY_OF.values());
/** Registries that two sources call by two names. */
const sameRegistry = (registry: string): string =>
  ({ cargo: 'crates', gem: 'rubygems', golang: 'go' })[registry] ?? registry;
