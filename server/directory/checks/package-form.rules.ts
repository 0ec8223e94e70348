import type { MeasureSources } from '../../platform/config.sources.js';
import { isRecord } from '../../platform/json.rules.js';
import type { Seen } from '../check.entity.js';
import type { Registry } from '../measure.rules.js';

/** How a registry is asked about one of its packages, as its documentation says. */
export interface PackageForm {
  /** The name of its address in the configuration. */
  readonly source: keyof MeasureSources;
  readonly accept: string;
  path(name: string): string;
  /** The facts that the answer shows of the package; null where it is in no form that is known. */
  read(answer: unknown): Seen | null;
}

const JSON_TYPE = 'application/json';
const TEXT_MAX = 100;
const segments = (name: string): string => name.split('/').map(encodeURIComponent).join('/');
const at = (answer: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((found, step) => {
    if (typeof step === 'number') return Array.isArray(found) ? found.at(step) : undefined;
    return isRecord(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }, answer);
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= TEXT_MAX ? value.trim() : undefined;

/** A package with a version, and what else is known of it. */
function seenOf(version: unknown, licence: unknown, deprecated?: unknown): Seen | null {
  const [known, terms] = [text(version), text(licence)];
  if (known === undefined) return null;
  return {
    version: known,
    ...(terms === undefined ? {} : { licence: terms }),
    ...(deprecated === undefined ? {} : { deprecated: Boolean(deprecated) }),
  };
}

export const packageForms: Readonly<Record<Exclude<Registry, 'github'>, PackageForm>> = {
  /** github.com/npm/registry, docs/REGISTRY-API.md: the manifest of the version that is tagged latest. */
  npm: {
    source: 'npm-packages',
    accept: JSON_TYPE,
    path: (name) => `/${encodeURIComponent(name).replace('%40', '@')}/latest`,
    read: (answer) =>
      seenOf(
        at(answer, 'version'),
        at(answer, 'license', 'type') ?? at(answer, 'license'),
        at(answer, 'deprecated') ?? false,
      ),
  },
  /** docs.pypi.org/api/json. */
  pypi: {
    source: 'pypi-packages',
    accept: JSON_TYPE,
    path: (name) => `/pypi/${segments(name)}/json`,
    read: (answer) =>
      seenOf(
        at(answer, 'info', 'version'),
        at(answer, 'info', 'license_expression') ?? at(answer, 'info', 'license'),
        at(answer, 'info', 'yanked') ?? false,
      ),
  },
  crates: {
    source: 'crates',
    accept: JSON_TYPE,
    path: (name) => `/api/v1/crates/${segments(name)}`,
    read: (answer) =>
      seenOf(
        at(answer, 'crate', 'max_stable_version') ?? at(answer, 'crate', 'max_version'),
        at(answer, 'versions', 0, 'license'),
      ),
  },
  /** Docker Hub names no version of a repository; the day of its last push stands for it. */
  docker: {
    source: 'docker',
    accept: JSON_TYPE,
    path: (name) => `/v2/repositories/${segments(name)}/`,
    read: (answer) => seenOf(text(at(answer, 'last_updated'))?.slice(0, 10), undefined),
  },
  rubygems: {
    source: 'rubygems',
    accept: JSON_TYPE,
    path: (name) => `/api/v1/gems/${segments(name)}.json`,
    read: (answer) => seenOf(at(answer, 'version'), at(answer, 'licenses', 0)),
  },
  packagist: {
    source: 'packagist',
    accept: JSON_TYPE,
    path: (name) => `/packages/${segments(name)}.json`,
    read(answer) {
      const versions = at(answer, 'package', 'versions');
      const [newest] = isRecord(versions) ? Object.keys(versions).filter((one) => !one.startsWith('dev-')) : [];
      if (newest === undefined) return null;
      return seenOf(newest, at(versions, newest, 'license', 0), at(answer, 'package', 'abandoned') ?? false);
    },
  },
  /** learn.microsoft.com/nuget/api/package-base-address-resource: the versions of a package, oldest first. */
  nuget: {
    source: 'nuget',
    accept: JSON_TYPE,
    path: (name) => `/v3-flatcontainer/${segments(name)}/index.json`,
    read: (answer) => seenOf(at(answer, 'versions', -1), undefined),
  },
};

/** docs.github.com/rest/repos/repos: what GitHub shows of a repository; a licence that it can't tell is none that it shows. */
export function readRepository(answer: unknown, requested: string): Seen | null {
  const name = text(at(answer, 'full_name'))?.toLowerCase();
  if (name === undefined) return null;
  const licence = text(at(answer, 'license', 'spdx_id'));
  return {
    archived: at(answer, 'archived') === true,
    ...(name === requested ? {} : { movedTo: name }),
    ...(licence === undefined || licence === 'NOASSERTION' ? {} : { licence }),
  };
}
