import type { EntityManager } from '@mikro-orm/postgresql';
import { ANY_KIND } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { endIfNotModified } from '../../platform/http/conditional-get.js';
import { momentOf } from '../../platform/instant.rules.js';
import { operation } from '../../platform/operation.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { loadUnlistedTools, type Tool } from '../catalog/index.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import type { CatalogSnapshot } from './catalog.open.js';
import { ANSWER_VERSION } from './directory.operations.js';
import { serverNameOf, serverResponseOf, serverVersionOf } from './mcp-server.rules.js';
import type { McpServerArgs, McpServers, McpServersArgs } from './mcp-server.types.js';

const NAME = /^[\x20-\x7e]{1,300}$/;

/** Tools with an MCP interface as a read-only subregistry of MCP servers, in the order of their names (decisions §3). */
export const listMcpServers = operation(
  { name: 'mcpServers', who: ANY_KIND, limit: 'public-read' },
  async function mcpServers(
    ctx: DirectoryRequestContext,
    { limit, cursor, search, updatedSince, version, includeDeleted }: McpServersArgs,
  ): Promise<McpServers> {
    const after = keyOfCursor(cursor, NAME);
    const snapshot = await ctx.parts.catalog.read();
    endIfNotModified(ctx, [
      'mcp',
      ANSWER_VERSION,
      snapshot.version,
      limit,
      cursor ?? null,
      search ?? null,
      updatedSince ?? null,
      version ?? null,
      includeDeleted,
    ]);
    const servers =
      includeDeleted || updatedSince ? await findServersWithDeleted(ctx.em, snapshot) : findListedServers(snapshot);
    const since = updatedSince ? momentOf(updatedSince) : null;
    const part = search?.toLowerCase();
    const found = servers.filter(
      (one) =>
        (since === null || one.tool.updatedAt >= since) &&
        (part === undefined || one.lowerName.includes(part)) &&
        (!version || version === 'latest' || one.version === version) &&
        (after === null || one.name > after),
    );
    const { items, nextCursor } = pageOf(found, limit, ({ name }) => name);
    return {
      servers: items.map(({ tool, listed }) => serverResponseOf(tool, listed)),
      metadata: { nextCursor, count: items.length },
    };
  },
);

/** The versions of one server: a catalog knows its newest alone. */
export const readMcpServerVersions = operation(
  { name: 'mcpServerVersions', who: ANY_KIND, limit: 'public-read' },
  async function mcpServerVersions(
    ctx: DirectoryRequestContext,
    { name, version }: McpServerArgs,
  ): Promise<McpServers> {
    const snapshot = await ctx.parts.catalog.read();
    endIfNotModified(ctx, ['mcp-versions', ANSWER_VERSION, snapshot.version, name, version]);
    const found = findServer(snapshot, name);
    if (!found || (version !== 'latest' && version !== found.version))
      throw new Fault('NOT_FOUND', { say: 'There is no such server or version.' });
    return { servers: [serverResponseOf(found.tool, true)], metadata: { nextCursor: null, count: 1 } };
  },
);

/** One MCP server of the catalog by what it is looked for. */
interface ServerEntry {
  readonly tool: Tool;
  readonly listed: boolean;
  readonly name: string;
  /** In lower case, as a part of it is looked for. */
  readonly lowerName: string;
  readonly version: string;
}

interface ServerIndex {
  readonly listed: readonly ServerEntry[];
  readonly byName: ReadonlyMap<string, ServerEntry>;
  /** With those that are no longer listed; read when first asked for. */
  all: Promise<readonly ServerEntry[]> | null;
}

/** An index of every version of the catalog in memory. The list is public, so a page may neither walk the catalog nor read all that was deleted. */
const indexes = new WeakMap<CatalogSnapshot, ServerIndex>();

/** The listed servers of a catalog in the order of their names. */
const findListedServers = (snapshot: CatalogSnapshot): readonly ServerEntry[] => indexOf(snapshot).listed;

/** The listed server of that name; where two tools claim one, the tool that the catalog has first. */
const findServer = (snapshot: CatalogSnapshot, name: string): ServerEntry | undefined =>
  indexOf(snapshot).byName.get(name);

/** The same with deleted servers, which are read from the database once a version of the catalog. */
function findServersWithDeleted(em: EntityManager, snapshot: CatalogSnapshot): Promise<readonly ServerEntry[]> {
  const index = indexOf(snapshot);
  index.all ??= loadUnlistedTools(em, snapshot.version).then(
    (tools) => inOrder([...index.listed, ...tools.filter(isServer).map((tool) => entryOf(tool, false))]),
    (error: unknown) => {
      index.all = null; // the next caller asks again
      throw error;
    },
  );
  return index.all;
}

function indexOf(snapshot: CatalogSnapshot): ServerIndex {
  const known = indexes.get(snapshot);
  if (known) return known;
  const entries = [...snapshot.tools.values()].filter(isServer).map((tool) => entryOf(tool, true));
  const byName = new Map<string, ServerEntry>();
  for (const entry of entries) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  const index: ServerIndex = { listed: inOrder(entries), byName, all: null };
  indexes.set(snapshot, index);
  return index;
}

const isServer = ({ interfaces }: Tool): boolean => interfaces.includes('mcp');

function entryOf(tool: Tool, listed: boolean): ServerEntry {
  const name = serverNameOf(tool);
  return { tool, listed, name, lowerName: name.toLowerCase(), version: serverVersionOf(tool) };
}

const inOrder = (entries: readonly ServerEntry[]): ServerEntry[] =>
  entries.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
