import { isRecord } from '../../platform/json.rules.js';
import type { Tool } from '../catalog/index.js';

/** The registry's own format of today (MCP registry API v0.1), whatever form a server was imported in. */
export interface ServerResponse {
  readonly server: Record<string, unknown> & { readonly name: string; readonly version: string };
  readonly _meta: Record<string, unknown>;
}

const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const OFFICIAL = 'io.modelcontextprotocol.registry/official';
const OWN = 'dai.directory/tool';
const DESCRIPTION_MAX = 100;
/** A required field of the format; an unknown value is called unknown instead of a made-up number. */
const VERSION_UNKNOWN = '0.0.0-unknown';

type Json = Record<string, unknown>;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const given = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** The entry of a tool in the subregistry: its own server.json where it came from a registry, else what the catalog knows of it. */
export const serverResponseOf = (tool: Tool, listed: boolean): ServerResponse => ({
  server: { ...serverOf(tool), name: serverNameOf(tool), version: serverVersionOf(tool) },
  _meta: {
    [OFFICIAL]: {
      status: listed ? (tool.maturity === 'deprecated' ? 'deprecated' : 'active') : 'deleted',
      ...tool.mcpOfficial, // the dates of the official registry, and none of ours
      isLatest: true,
    },
    [OWN]: {
      id: tool.id,
      slug: tool.slug,
      verification: tool.verification.level,
      fromRegistry: tool.mcpServer !== null,
    },
  },
});

/** A source's server.json goes out as it came (decisions §3); one of an earlier form gets the names of today. */
function serverOf(tool: Tool): Json {
  const { mcpServer } = tool;
  if (mcpServer === null) return composed(tool);
  if (!isOlderForm(mcpServer)) return mcpServer;
  const server = inTodaysForm(mcpServer);
  return { ...server, $schema: SCHEMA, description: cut(textOf(server.description) ?? tool.summary) };
}

/** The entry of a tool without a server.json; its packages are those that are an MCP server by their name. */
function composed(tool: Tool): Json {
  const packages = tool.packages
    .filter(({ name }) => /\bmcp\b/i.test(name))
    .map(({ registry, name }) => ({ registryType: registry, identifier: name, transport: { type: 'stdio' } }));
  return given({
    $schema: SCHEMA,
    description: cut(tool.summary),
    title: cut(tool.name),
    websiteUrl: tool.website ?? undefined,
    packages: packages.length ? packages : undefined,
  });
}

/** A text in the length that the format allows; never half of a character. */
function cut(text: string): string {
  const characters = [...text];
  if (characters.length <= DESCRIPTION_MAX) return text;
  return `${characters
    .slice(0, DESCRIPTION_MAX - 1)
    .join('')
    .trimEnd()}…`;
}

/** The version of a server's own entry; earlier forms of the format had it one level deeper. */
export function serverVersionOf({ mcpServer }: Tool): string {
  const detail = mcpServer?.version_detail;
  return textOf(mcpServer?.version) ?? textOf(isRecord(detail) ? detail.version : null) ?? VERSION_UNKNOWN;
}

/** A server's own name, or one in the catalog's namespace: no other owner's namespace is claimed. */
export const serverNameOf = (tool: Tool): string => textOf(tool.mcpServer?.name) ?? `dai.catalog/${tool.slug}`;

const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);

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
const isOlderForm = (source: Json): boolean =>
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
function inTodaysForm(source: Json): Json {
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

/** How a host reaches a tool's MCP server: by an address, or by a command that runs its package. */
export interface McpLine {
  readonly url: string | null;
  readonly command: string | null;
}

/** The names that each registry allows, none of which begins as an option does; no other text of a source becomes a part of a command. */
const COMMANDS: ReadonlyMap<unknown, { readonly name: RegExp; readonly start: string }> = new Map([
  ['npm', { name: /^(@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*$/, start: 'npx -y' }],
  ['pypi', { name: /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/, start: 'uvx' }],
  [
    'oci',
    {
      name: /^[a-z0-9][a-z0-9.-]*(:\d{1,5}(?=\/))?(\/[a-z0-9][a-z0-9._-]*)*(:[A-Za-z0-9_][A-Za-z0-9._-]{0,127})?$/,
      start: 'docker run -i --rm',
    },
  ],
]);
const REMOTES: readonly unknown[] = ['streamable-http', 'sse'];

/** The line that connects a host to a tool's MCP server, by its server.json or its package; null where neither says one. */
export function mcpLineOf(tool: Tool): McpLine | null {
  const { remotes, packages } = serverOf(tool);
  for (const { type, url } of objectsIn(remotes))
    if (REMOTES.includes(type) && typeof url === 'string' && isFixedAddress(url)) return { url, command: null };
  for (const { registryType, identifier } of objectsIn(packages)) {
    const known = COMMANDS.get(registryType);
    if (known && typeof identifier === 'string' && known.name.test(identifier))
      return { url: null, command: `${known.start} ${identifier}` };
  }
  return null;
}

/** An address that a host can use as it stands: no part of it is left to be filled in. */
const isFixedAddress = (url: string): boolean =>
  !/[{}\s]/.test(url) && URL.canParse(url) && new URL(url).protocol === 'https:';
