import type { EntityManager } from '@mikro-orm/postgresql';
import { loadUnlistedTools, type Tool } from '../catalog/index.js';
import type { CatalogSnapshot } from './catalog.open.js';
import { serverNameOf, serverVersionOf } from './mcp-server.rules.js';

/** One MCP server of the catalog by what it is looked for. */
export interface ServerEntry {
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
export const findListedServers = (snapshot: CatalogSnapshot): readonly ServerEntry[] => indexOf(snapshot).listed;

/** The listed server of that name; where two tools claim one, the tool that the catalog has first. */
export const findServer = (snapshot: CatalogSnapshot, name: string): ServerEntry | undefined =>
  indexOf(snapshot).byName.get(name);

/** The same with deleted servers, which are read from the database once a version of the catalog. */
export function findServersWithDeleted(em: EntityManager, snapshot: CatalogSnapshot): Promise<readonly ServerEntry[]> {
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
