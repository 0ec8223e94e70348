import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { TableOf } from '../../platform/database/table.types.js';
import { unreadableFile } from '../../platform/fault.js';
import { isDay } from '../../platform/instant.rules.js';
import type { FactSource, ToolRecord } from '../catalog/index.js';
import type { CatalogTool } from '../tool.entity.js';
import {
  type ImportFile,
  type ImportPlan,
  type ImportRow,
  type ImportTerms,
  planOf,
  readFiles,
  refuseTooMany,
  type Superseded,
} from './import.types.js';
import { compareVersions, parseJsonFile } from './import-file.rules.js';
import { type HeldLookalike, openToolWriter, type WriteTools } from './lookalike.query.js';
import { distinctSlug, instantOf, type McpEntry, readMcpEntry } from './mcp-entry.schema.js';
import { mergeOutcomes, type WriteOutcome } from './record.query.js';

/**
 * Reads files of the MCP registry: a list of servers, the registry's own answer `{ servers: [ … ] }`, or one server.json. One tool comes of
 * each server: of several versions the newest, and the others say which row is newer.
 */
export async function readMcpRegistry(
  files: readonly ImportFile[],
  { asOf, today, acceptHeld = false }: ImportTerms,
): Promise<ImportPlan> {
  const rows = await readFiles(files, (file) => {
    const readAt = asOf ?? dayIn(file.name) ?? today;
    const servers = serversOf(parseJsonFile(file));
    refuseTooMany(servers.length);
    return servers.map((value, index) => rowOf(value, index + 1, readAt));
  });
  const writeTools = openToolWriter(acceptHeld);
  return planOf(withoutOlder(rows), (em, at, entries) => writeMcpServers(em, at, entries, writeTools));
}

function rowOf(value: unknown, number: number, readAt: string): ImportRow<McpEntry> {
  const read = readMcpEntry(value, readAt);
  return 'entry' in read
    ? { number, key: read.entry.record.originKey, record: read.entry, problems: [] }
    : { number, key: read.name, record: null, problems: read.problems };
}

/** The day in the name of a file, such as seed_2025_05_16.json. */
function dayIn(name: string): string | null {
  const [, year, month, day] = /(?<!\d)(20\d{2})[-_](\d{2})[-_](\d{2})(?!\d)/.exec(name) ?? [];
  const written = `${year}-${month}-${day}`;
  return isDay(written) ? written : null;
}

function serversOf(document: unknown): unknown[] {
  if (Array.isArray(document)) return document;
  const object = z.looseObject({}).safeParse(document).data;
  if (Array.isArray(object?.servers)) return object.servers;
  if (object && ('server' in object || 'name' in object)) return [object];
  throw unreadableFile(
    'wrong_top_level',
    'the file is no list of servers',
    'a list, { "servers": [ … ] }, or one server.json',
  );
}

/** Below 0 when the first of two entries of one server is the older one. */
const compareEntries = (one: McpEntry, other: McpEntry): number =>
  Number(one.isLatest ?? false) - Number(other.isLatest ?? false) || compareReleases(one, other);

const compareReleases = (one: Released, other: Released): number =>
  compareVersions(one.version, other.version) || (one.releasedAt?.getTime() ?? 0) - (other.releasedAt?.getTime() ?? 0);

type Released = Pick<McpEntry, 'version' | 'releasedAt'>;

function withoutOlder(rows: readonly ImportRow<McpEntry>[]): ImportRow<McpEntry>[] {
  const newest = new Map<string, { number: number; entry: McpEntry }>();
  for (const { key, number, record } of rows) {
    const best = newest.get(key);
    if (record && (!best || compareEntries(record, best.entry) > 0)) newest.set(key, { number, entry: record });
  }
  return rows.map((row) => {
    const best = newest.get(row.key);
    if (!row.record || !best || compareEntries(row.record, best.entry) >= 0) return row;
    const problems = [older(`row ${best.number} has a newer version of this server`)];
    return { ...row, record: null, problems, leftOutAs: 'superseded' };
  });
}

const older = (detail: string) => ({ pointer: '/version', code: 'older_version', detail });

/** A server as the catalog has it. */
interface Stored {
  readonly slug: string;
  readonly version: string | null;
  readonly releasedAt: Date | null;
  readonly server: unknown;
  readonly sources: readonly FactSource[];
}

/** Writes servers as tools. A version that is older than the stored one is superseded; a slug stays with the server that has it. */
async function writeMcpServers(
  em: EntityManager,
  at: Date,
  entries: readonly McpEntry[],
  writeTools: WriteTools,
): Promise<(Superseded | HeldLookalike | WriteOutcome)[]> {
  if (entries.length === 0) return [];
  const stored = await findServers(em, entries);
  const taken = await takenSlugs(em, entries);
  const older = entries.map((entry) => {
    const known = stored.get(entry.record.originKey);
    return known !== undefined && compareReleases(entry, known) < 0;
  });
  const records = entries.flatMap((entry, index) => (older[index] ? [] : [settled(entry, stored, taken)]));
  return mergeOutcomes(
    older.map((isOlder) => (isOlder ? OLDER_THAN_STORED : null)),
    await writeTools(em, at, records),
  );
}

const OLDER_THAN_STORED: Superseded = {
  outcome: 'superseded',
  code: 'older_version',
  detail: 'a newer version of this server is in the catalog',
};

/** The record with the slug that it has or gets; an entry without a date keeps the day on which the same entry was first read. */
function settled(
  { record, releasedAt }: McpEntry,
  stored: Map<string, Stored>,
  taken: Map<string, string>,
): ToolRecord {
  const { facts, originKey } = record;
  const known = stored.get(originKey);
  const holder = taken.get(facts.slug);
  const isFree = holder === undefined || holder === originKey;
  const slug = known?.slug ?? (isFree ? facts.slug : distinctSlug(facts.slug, originKey));
  taken.set(slug, originKey);
  const same = known !== undefined && isDeepStrictEqual(known.server, record.mcpServer);
  const sources = same && releasedAt === null ? known.sources : facts.sources;
  return { ...record, facts: { ...facts, slug, sources } };
}

async function findServers(em: EntityManager, entries: readonly McpEntry[]): Promise<Map<string, Stored>> {
  const tools = await em
    .getKysely<{ tool: TableOf<CatalogTool> }>()
    .selectFrom('tool')
    .select(['slug', 'origin_key as originKey', 'mcp_server as mcpServer', 'mcp_official as mcpOfficial', 'sources'])
    .where('origin', '=', 'mcp-registry')
    .where(
      'origin_key',
      'in',
      entries.map(({ record }) => record.originKey),
    )
    .execute();
  return new Map(
    tools.map(({ slug, originKey, mcpServer, mcpOfficial, sources }) => [
      originKey ?? '',
      {
        slug,
        version: versionIn(mcpServer),
        releasedAt: instantOf(mcpOfficial?.publishedAt),
        server: mcpServer,
        sources,
      },
    ]),
  );
}

/** The version of a server.json, where each of the registry's forms has it. */
const versionForm = z.looseObject({
  version: z.coerce.string().optional(),
  version_detail: z.looseObject({ version: z.coerce.string().optional() }).optional(),
});

function versionIn(server: unknown): string | null {
  const form = versionForm.safeParse(server).data;
  return form?.version ?? form?.version_detail?.version ?? null;
}

/** The server that holds each wanted slug; a record of another origin holds it under no server's name. */
async function takenSlugs(em: EntityManager, entries: readonly McpEntry[]): Promise<Map<string, string>> {
  const tools = await em
    .getKysely<{ tool: TableOf<CatalogTool> }>()
    .selectFrom('tool')
    .select(['slug', 'origin', 'origin_key as originKey'])
    .where(
      'slug',
      'in',
      entries.map(({ record }) => record.facts.slug),
    )
    .execute();
  return new Map(
    tools.map(({ slug, origin, originKey }) => [slug, (origin === 'mcp-registry' ? originKey : null) ?? '']),
  );
}
