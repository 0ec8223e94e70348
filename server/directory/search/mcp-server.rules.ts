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
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const given = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** The entry of a tool in the subregistry: its own server.json where it came from a registry, else what the catalog knows of it. */
export function serverResponseOf(tool: Tool, listed: boolean): ServerResponse {
  const source = tool.mcpServer ?? {};
  const detail = {
    $schema: SCHEMA,
    name: serverNameOf(tool),
    description: cut(tool.summary),
    title: tool.mcpServer ? textOf(source.title) : cut(tool.name),
    repository: repositoryOf(source.repository),
    version: serverVersionOf(tool),
    websiteUrl: textOf(source.websiteUrl) ?? textOf(source.website_url) ?? tool.website ?? undefined,
    packages: packagesOf(tool),
    remotes: remotesOf(source.remotes),
  };
  return {
    server: given(detail) as ServerResponse['server'],
    _meta: {
      [OFFICIAL]: {
        status: listed ? (tool.maturity === 'deprecated' ? 'deprecated' : 'active') : 'deleted',
        publishedAt: tool.createdAt.toISOString(),
        updatedAt: tool.updatedAt.toISOString(),
        isLatest: true,
      },
      [OWN]: {
        id: tool.id,
        slug: tool.slug,
        verification: tool.verification.level,
        fromRegistry: tool.mcpServer !== null,
      },
    },
  };
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
  return textOf(mcpServer?.version) ?? textOf(isObject(detail) ? detail.version : null) ?? VERSION_UNKNOWN;
}

/** A server's own name, or one in the catalog's namespace: no other owner's namespace is claimed. */
export const serverNameOf = (tool: Tool): string => textOf(tool.mcpServer?.name) ?? `dai.catalog/${tool.slug}`;

function repositoryOf(value: unknown): Json | undefined {
  if (!isObject(value) || !textOf(value.url)) return undefined;
  const { url, source, id, subfolder } = value;
  return given({ url, source: textOf(source) ?? 'unknown', id: textOf(id), subfolder: textOf(subfolder) });
}

/** Packages in today's names; of a tool without a server.json, those that are an MCP server by their name. */
function packagesOf(tool: Tool): Json[] | undefined {
  const packages = tool.mcpServer
    ? objectsIn(tool.mcpServer.packages).flatMap(packageOf)
    : tool.packages
        .filter(({ name }) => /\bmcp\b/i.test(name))
        .map(({ registry, name }) => ({ registryType: registry, identifier: name, transport: { type: 'stdio' } }));
  return packages.length ? packages : undefined;
}

const REGISTRY_TYPES: ReadonlyMap<string, string> = new Map([
  ['docker', 'oci'],
  ['docker-hub', 'oci'],
]);

function packageOf(one: Json): Json[] {
  const registry = textOf(one.registryType) ?? textOf(one.registry_type) ?? textOf(one.registry_name);
  const identifier = textOf(one.identifier) ?? textOf(one.name);
  if (!registry || registry === 'unknown' || !identifier) return [];
  return [
    given({
      registryType: REGISTRY_TYPES.get(registry) ?? registry,
      registryBaseUrl: textOf(one.registryBaseUrl) ?? textOf(one.registry_base_url),
      identifier,
      version: textOf(one.version),
      runtimeHint: textOf(one.runtimeHint) ?? textOf(one.runtime_hint),
      transport: isObject(one.transport) ? one.transport : { type: 'stdio' },
      runtimeArguments: argumentsOf(one.runtimeArguments ?? one.runtime_arguments),
      packageArguments: argumentsOf(one.packageArguments ?? one.package_arguments),
      environmentVariables: argumentsOf(one.environmentVariables ?? one.environment_variables),
    }),
  ];
}

const RENAMED: ReadonlyMap<string, string> = new Map([
  ['is_required', 'isRequired'],
  ['is_secret', 'isSecret'],
  ['is_repeated', 'isRepeated'],
  ['value_hint', 'valueHint'],
]);

const argumentsOf = (value: unknown): Json[] | undefined => {
  const found = objectsIn(value).map((one) =>
    Object.fromEntries(Object.entries(one).map(([key, inner]) => [RENAMED.get(key) ?? key, inner])),
  );
  return found.length ? found : undefined;
};

function remotesOf(value: unknown): Json[] | undefined {
  const found = objectsIn(value).flatMap((one) => {
    const type = textOf(one.type) ?? textOf(one.transport_type);
    return type && textOf(one.url) ? [given({ type, url: one.url, headers: argumentsOf(one.headers) })] : [];
  });
  return found.length ? found : undefined;
}
