import { isDay } from '../../platform/instant.rules.js';
import { isRecord } from '../../platform/json.rules.js';
import type { MeasureKindName } from '../measure.rules.js';

/** A figure as a registry answers it, of the day that it names or of the day of the question. */
export interface RegistryFigure {
  readonly value: number;
  readonly day: string;
}

/** How one registry is asked, as its documentation says. */
export interface RegistryForm {
  /** Time between two questions, as its policy asks, or a second where it names none. */
  readonly paceMs: number;
  /** How many names one question may have. */
  readonly namesMax: number;
  /** A total of all time: an answer that did not change is the same figure on another day. */
  readonly isTotal: boolean;
  readonly accept: string;
  /** The path behind the registry's address, for names that may stand in one question. */
  path(names: readonly string[]): string;
  /** The figure of each name; null where the answer has none. Throws nothing, whatever the answer is. */
  read(answer: unknown, name: string, today: string): RegistryFigure | null;
}

const JSON_TYPE = 'application/json';
const segments = (name: string): string => name.split('/').map(encodeURIComponent).join('/');
const count = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
const memberOf = (answer: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (found, name) => (isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    answer,
  );
const dated = (value: unknown, day: string): RegistryFigure | null => {
  const found = count(value);
  return found === null ? null : { value: found, day };
};

/** A scoped name can't stand among others in one question to npm. */
export const standsAlone = (name: string): boolean => name.startsWith('@');

/** github.com/npm/registry, docs/download-counts.md: at most 128 names, none of them scoped; one name has the answer by itself. */
const npmDownloads = (window: 'last-week' | 'last-month'): RegistryForm => ({
  paceMs: 1_000,
  namesMax: 128,
  isTotal: false,
  accept: JSON_TYPE,
  path: (names) => `/downloads/point/${window}/${names.map(segments).join(',')}`,
  read(answer, name) {
    const found =
      memberOf(answer, 'package') === name && !isRecord(memberOf(answer, name)) ? answer : memberOf(answer, name);
    const end = memberOf(found, 'end');
    return typeof end === 'string' && isDay(end) ? dated(memberOf(found, 'downloads'), end) : null;
  },
});

/** pypistats.org/api: thirty questions a minute. */
const pypiDownloads = (window: 'last_week' | 'last_month'): RegistryForm => ({
  paceMs: 2_100,
  namesMax: 1,
  isTotal: false,
  accept: JSON_TYPE,
  path: ([name = '']) => `/api/packages/${segments(name)}/recent`,
  read: (answer, _name, today) => dated(memberOf(answer, 'data', window), today),
});

/** The forms of the registries' public statistics, by the kind of figure that is read. */
export const registryForms: Readonly<Record<MeasureKindName, RegistryForm>> = {
  npm_weekly_downloads: npmDownloads('last-week'),
  npm_monthly_downloads: npmDownloads('last-month'),
  pypi_weekly_downloads: pypiDownloads('last_week'),
  pypi_monthly_downloads: pypiDownloads('last_month'),
  /** crates.io/data-access: one question a second, with a user agent that says who asks. */
  crates_recent_downloads: {
    paceMs: 1_000,
    namesMax: 1,
    isTotal: false,
    accept: JSON_TYPE,
    path: ([name = '']) => `/api/v1/crates/${segments(name)}`,
    read: (answer, _name, today) => dated(memberOf(answer, 'crate', 'recent_downloads'), today),
  },
  /** docs.docker.com/reference/api/hub. */
  docker_pulls: {
    paceMs: 1_000,
    namesMax: 1,
    isTotal: true,
    accept: JSON_TYPE,
    path: ([name = '']) => `/v2/repositories/${segments(name)}/`,
    read: (answer, _name, today) => dated(memberOf(answer, 'pull_count'), today),
  },
  /** guides.rubygems.org/rubygems-org-api. */
  rubygems_downloads: {
    paceMs: 1_000,
    namesMax: 1,
    isTotal: true,
    accept: JSON_TYPE,
    path: ([name = '']) => `/api/v1/gems/${segments(name)}.json`,
    read: (answer, _name, today) => dated(memberOf(answer, 'downloads'), today),
  },
  /** packagist.org/apidoc. */
  packagist_monthly_downloads: {
    paceMs: 1_000,
    namesMax: 1,
    isTotal: false,
    accept: JSON_TYPE,
    path: ([name = '']) => `/packages/${segments(name)}/stats.json`,
    read: (answer, _name, today) => dated(memberOf(answer, 'downloads', 'monthly'), today),
  },
  /** learn.microsoft.com/nuget/api: a search by the id, at the address that the service index names. */
  nuget_downloads: {
    paceMs: 1_000,
    namesMax: 1,
    isTotal: true,
    accept: JSON_TYPE,
    path: ([name = '']) => `?q=packageid:${encodeURIComponent(name)}&prerelease=true&semVerLevel=2.0.0&take=1`,
    read(answer, name, today) {
      const data = memberOf(answer, 'data');
      const found = (Array.isArray(data) ? data : []).find((one) => String(memberOf(one, 'id')).toLowerCase() === name);
      return dated(memberOf(found, 'totalDownloads'), today);
    },
  },
  /** docs.github.com/rest/repos/repos: conditional questions that find nothing new are not counted. */
  github_stars: {
    paceMs: 1_000,
    namesMax: 1,
    isTotal: true,
    accept: 'application/vnd.github+json',
    path: ([name = '']) => `/repos/${segments(name)}`,
    read: (answer, _name, today) => dated(memberOf(answer, 'stargazers_count'), today),
  },
};

/** The address of NuGet's search in its service index, or null. */
export function nugetSearchIn(index: unknown): string | null {
  const resources = memberOf(index, 'resources');
  const found = (Array.isArray(resources) ? resources : []).find((one) =>
    String(memberOf(one, '@type')).startsWith('SearchQueryService'),
  );
  const id = memberOf(found, '@id');
  return typeof id === 'string' ? id.replace(/\/+$/, '') : null;
}
