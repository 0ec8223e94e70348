import { isRecord } from '../../platform/json.rules.js';
import type { Tool } from '../catalog/index.js';
import { inTodaysForm, isOlderForm } from './mcp-older.rules.js';

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

/** What a source's server.json holds goes out as it came (decisions §3); one of an earlier form gets the names of today. */
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
