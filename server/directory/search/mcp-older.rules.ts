import { isRecord } from '../../platform/json.rules.js';

type Json = Record<string, unknown>;
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Names of earlier forms of a server.json, and those of today. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['registry_type', 'registryType'],
  ['registry_name', 'registryType'],
  ['registry_base_url', 'registryBaseUrl'],
  ['file_sha256', 'fileSha256'],
  ['runtime_hint', 'runtimeHint'],
  ['runtime_arguments', 'runtimeArguments'],
  ['package_arguments', 'packageArguments'],
  ['environment_variables', 'environmentVariables'],
  ['transport_type', 'type'],
  ['is_required', 'isRequired'],
  ['is_secret', 'isSecret'],
  ['is_repeated', 'isRepeated'],
  ['value_hint', 'valueHint'],
]);
const REGISTRY_TYPES: ReadonlyMap<string, string> = new Map([
  ['docker', 'oci'],
  ['docker-hub', 'oci'],
]);

/** Today's names at every depth; of variables the members are names of their own and stay. */
function renamed(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => renamed(one));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      isNames ? key : (RENAMED.get(key) ?? key),
      renamed(inner, !isNames && key === 'variables'),
    ]),
  );
}

const isOlderPackage = (one: Json): boolean => one.registryType === undefined;
const isOlderRemote = (one: Json): boolean => one.type === undefined && one.transport_type !== undefined;

/** Whether a server.json has a form from before the names of today. */
export const isOlderForm = (source: Json): boolean =>
  source.version_detail !== undefined ||
  source.website_url !== undefined ||
  objectsIn(source.packages).some(isOlderPackage) ||
  objectsIn(source.remotes).some(isOlderRemote);

/** A package in today's form, which needs a transport; one of an unknown registry can't be said in it. */
function packageOf(one: Json): Json[] {
  const { name, ...others } = renamed(one) as Json;
  const registryType = textOf(others.registryType);
  const identifier = textOf(others.identifier) ?? textOf(name);
  if (!registryType || registryType === 'unknown' || !identifier) return [];
  return [
    {
      transport: { type: 'stdio' },
      ...others,
      registryType: REGISTRY_TYPES.get(registryType) ?? registryType,
      identifier,
    },
  ];
}

function remoteOf(one: Json): Json[] {
  const remote = renamed(one) as Json;
  return textOf(remote.type) && textOf(remote.url) ? [remote] : [];
}

/** A repository in today's form, which needs its source. */
const repositoryOf = (value: unknown): Json | undefined =>
  isRecord(value) && textOf(value.url) ? { source: 'unknown', ...value } : undefined;

/** The members of a server.json of an earlier form in the form of today; what it doesn't rename stays as it came. */
export function inTodaysForm(source: Json): Json {
  const { version_detail: detail, website_url: website, repository, packages, remotes, ...others } = source;
  const [listedPackages, listedRemotes] = [
    objectsIn(packages).flatMap(packageOf),
    objectsIn(remotes).flatMap(remoteOf),
  ];
  const renamedMembers = {
    version: textOf(source.version) ?? (isRecord(detail) ? textOf(detail.version) : undefined),
    websiteUrl: textOf(source.websiteUrl) ?? textOf(website),
    repository: repositoryOf(repository),
    packages: listedPackages.length ? listedPackages : undefined,
    remotes: listedRemotes.length ? listedRemotes : undefined,
  };
  return {
    ...others,
    ...Object.fromEntries(Object.entries(renamedMembers).filter(([, value]) => value !== undefined)),
  };
}
