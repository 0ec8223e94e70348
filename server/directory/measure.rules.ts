import type { PackageName } from './tool.types.js';

/** A figure that a public source counts: the registry that counts it, and how people and rankings call it. */
export interface MeasureKind {
  readonly kind: string;
  readonly registry: Registry;
  readonly title: string;
  /** The unit of the figure, for axes and sentences. */
  readonly unit: string;
}

/** The registries whose public statistics are read, as subjects name them. */
export const registries = ['npm', 'pypi', 'crates', 'docker', 'rubygems', 'packagist', 'nuget', 'github'] as const;
export type Registry = (typeof registries)[number];

/** Every kind of figure, in the order in which rankings are shown; windows and totals are what the registries publish. */
export const measureKinds = [
  { kind: 'npm_weekly_downloads', registry: 'npm', title: 'npm downloads in a week', unit: 'downloads a week' },
  { kind: 'npm_monthly_downloads', registry: 'npm', title: 'npm downloads in a month', unit: 'downloads a month' },
  { kind: 'pypi_weekly_downloads', registry: 'pypi', title: 'PyPI downloads in a week', unit: 'downloads a week' },
  { kind: 'pypi_monthly_downloads', registry: 'pypi', title: 'PyPI downloads in a month', unit: 'downloads a month' },
  {
    kind: 'crates_recent_downloads',
    registry: 'crates',
    title: 'crates.io downloads in 90 days',
    unit: 'downloads in 90 days',
  },
  { kind: 'docker_pulls', registry: 'docker', title: 'Docker Hub pulls, all time', unit: 'pulls' },
  { kind: 'rubygems_downloads', registry: 'rubygems', title: 'RubyGems downloads, all time', unit: 'downloads' },
  {
    kind: 'packagist_monthly_downloads',
    registry: 'packagist',
    title: 'Packagist downloads in a month',
    unit: 'downloads a month',
  },
  { kind: 'nuget_downloads', registry: 'nuget', title: 'NuGet downloads, all time', unit: 'downloads' },
  { kind: 'github_stars', registry: 'github', title: 'GitHub stars', unit: 'stars' },
] as const satisfies readonly MeasureKind[];

export type MeasureKindName = (typeof measureKinds)[number]['kind'];

const byName = new Map<string, (typeof measureKinds)[number]>(measureKinds.map((one) => [one.kind, one]));

/** The kind that a name means: its own, or the id of its ranking, which has hyphens. */
export const kindNamed = (name: string): (typeof measureKinds)[number] | null =>
  byName.get(name.replaceAll('-', '_')) ?? null;

export const rankingIdOf = (kind: string): string => kind.replaceAll('_', '-');

/** The names under which catalogs list the packages of a registry. */
const LISTED_AS: ReadonlyMap<string, Registry> = new Map([
  ...registries.map((one): [string, Registry] => [one, one]),
  ['cargo', 'crates'],
  ['oci', 'docker'],
  ['gem', 'rubygems'],
  ['composer', 'packagist'],
]);

/** Hosts whose images Docker Hub counts; an image without a host is there too. */
const DOCKER_HUB = /^(?:(?:index\.)?docker\.io|registry-1\.docker\.io|hub\.docker\.com)\//;

/** The names that registries can be asked for; a name in another form is no package of theirs. */
const FORMS: Readonly<Record<Registry, RegExp>> = {
  npm: /^(?:@[A-Za-z0-9~-][A-Za-z0-9._~-]*\/[A-Za-z0-9_~-]|[A-Za-z0-9~-])[A-Za-z0-9._~-]*$/, // old names have capitals
  pypi: /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
  crates: /^[a-z][a-z0-9-]*$/,
  docker: /^[a-z0-9][a-z0-9._-]*\/[a-z0-9][a-z0-9._-]*$/,
  rubygems: /^[A-Za-z0-9._-]+$/,
  packagist: /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?\/[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/,
  nuget: /^[a-z0-9_][a-z0-9_.-]*$/,
  github: /^[a-z0-9][a-z0-9-]*\/(?!\.{1,2}$)[a-z0-9._-]+$/,
};
const NAME_MAX = 214;

/** The name by which a registry tells packages apart: several of them read case, hyphens and underscores alike. */
const FOLDS: Partial<Record<Registry, (name: string) => string>> = {
  pypi: (name) => name.toLowerCase().replaceAll(/[-_.]+/g, '-'),
  crates: (name) => name.toLowerCase().replaceAll('_', '-'),
  docker: (name) => {
    const bare = name.toLowerCase().replace(DOCKER_HUB, '');
    return bare.includes('/') ? bare : `library/${bare}`;
  },
  packagist: (name) => name.toLowerCase(),
  nuget: (name) => name.toLowerCase(),
  github: (name) => name.toLowerCase(),
};

/** Something that a public source counts, such as `npm:stripe`: two spellings of one package are one subject. */
export interface Subject {
  readonly registry: Registry;
  readonly name: string;
  readonly subject: string;
}

/** The subject of a package as a catalog or a file names it, or null where no source of ours counts it. */
export function subjectOf({ registry: listedAs, name }: PackageName): Subject | null {
  const registry = LISTED_AS.get(listedAs);
  if (registry === undefined) return null;
  const folded = FOLDS[registry]?.(name) ?? name;
  if (folded.length > NAME_MAX || !FORMS[registry].test(folded)) return null;
  return { registry, name: folded, subject: `${registry}:${folded}` };
}

/** The registry and the name behind a subject that `subjectOf` made. */
export function partsOf(subject: string): Subject | null {
  const [registry = '', ...rest] = subject.split(':');
  return subjectOf({ registry, name: rest.join(':') });
}

/** The facts of a tool that say what is counted of it. */
export interface CountedFacts {
  readonly packages: readonly PackageName[];
  readonly installCommand: string | null;
  readonly website: string | null;
  readonly licenceSource: string | null;
  readonly repositoryUrl: string | null;
}

/**
 * The subjects that public sources count of a tool, the main one of each registry first: the package that its install command names, else the first
 * that is listed. Its repository is the one that its server.json names, else that of its website or of its licence.
 */
export function subjectsOf(facts: CountedFacts): Subject[] {
  const words = new Set(
    (facts.installCommand ?? '').split(/\s+/).flatMap((word) => [word, word.replace(/(?<=.)@[^/]*$/, '')]),
  );
  const isInstalled = ({ name }: PackageName): boolean => words.has(name);
  const listed = [...facts.packages.filter(isInstalled), ...facts.packages.filter((one) => !isInstalled(one))];
  const repository = [facts.repositoryUrl, facts.website, facts.licenceSource].flatMap(
    (url) => repositoryAt(url) ?? [],
  )[0];
  const found = [...listed, ...(repository ? [{ registry: 'github', name: repository }] : [])].flatMap(
    (one) => subjectOf(one) ?? [],
  );
  return [...new Map(found.map((one) => [one.subject, one])).values()];
}

/** The first parts of GitHub's addresses that are no owner of a repository. */
const NO_OWNERS = new Set(['about', 'apps', 'features', 'marketplace', 'orgs', 'settings', 'sponsors', 'topics']);

/** The owner and name of a repository at GitHub, or null for any other address. */
function repositoryAt(url: string | null): string | null {
  const [, owner = '', name = ''] = /^https:\/\/(?:www\.)?github\.com\/([^/?#]+)\/([^/?#]+)/.exec(url ?? '') ?? [];
  return owner === '' || NO_OWNERS.has(owner.toLowerCase()) ? null : `${owner}/${name.replace(/\.git$/, '')}`;
}

/** A figure that moved by more than this factor is more likely a mistake of its source. */
const JUMP_MAX = 10;

export const holdReasons = ['zero', 'jump'] as const;
export type HoldReason = (typeof holdReasons)[number];

/** Why a figure waits for a reviewer, or null: a registry answers 0 while its counters are down, and jumps when they are wrong. */
export function holdReasonOf(value: number, known: number | null): HoldReason | null {
  if (value === known) return null;
  if (value === 0) return 'zero';
  if (known === null || known === 0) return null;
  return value > known * JUMP_MAX || value * JUMP_MAX < known ? 'jump' : null;
}

/** The days over which a change is computed, and how much older the earlier figure may be: figures come by week. */
export const CHANGE_DAYS = { atLeast: 28, atMost: 35 } as const;

/** The change of a figure since one of four weeks before; computed by us, from two figures of the same source. */
export interface MeasureChange {
  /** A fraction: 0.12 is twelve percent more. Null where no figure is that old. */
  readonly change: number | null;
  /** Day of the earlier figure, YYYY-MM-DD. */
  readonly changeSince: string | null;
}

const DAY_MS = 86_400_000;
export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

interface DatedValue {
  readonly day: string;
  readonly value: number;
}

/** The change against a figure of four weeks earlier; null where there is none or it was zero. */
export function changeOf(value: number, earlier: DatedValue | null): MeasureChange {
  if (earlier === null || earlier.value === 0) return { change: null, changeSince: null };
  return { change: Math.round((1_000 * (value - earlier.value)) / earlier.value) / 1_000, changeSince: earlier.day };
}

/** Ranks of values that stand highest first: equals share a rank, and the next one counts them all. */
export function ranksOf(values: readonly number[]): number[] {
  return values.map((value) => values.indexOf(value) + 1);
}

/** Days of the windows in which registries count downloads; totals of all time and stars have none, and stand in no comparison with them. */
const WINDOWS = [
  { ending: 'weekly_downloads', days: 7 },
  { ending: 'monthly_downloads', days: 30 },
] as const;

/** Downloads of a week by one figure, for an order and never as a figure: those of a month are shared out over its days. Zero for other kinds. */
export const weekOf = ({ kind, value }: { readonly kind: string; readonly value: number }): number => {
  const window = WINDOWS.find(({ ending }) => kind.endsWith(ending));
  return window === undefined ? 0 : Math.round((7 * value) / window.days);
};

/** The most downloads of a week by any figure of a tool, for an order and never as a figure. */
export const weeklyUse = (measures: readonly { readonly kind: string; readonly value: number }[]): number =>
  Math.max(0, ...measures.map(weekOf));
