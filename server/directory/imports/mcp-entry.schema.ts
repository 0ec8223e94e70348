import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { FieldProblem } from '../../platform/fault.js';
import { unknownIn } from '../../platform/form.rules.js';
import { readInstant } from '../../platform/instant.rules.js';
import {
  isPublicAddress,
  parseToolFacts,
  problemsOf,
  recordForms,
  type ToolFacts,
  type ToolRecord,
} from '../catalog/index.js';
import { nameLine, plainLine } from './import-file.rules.js';
import { packageFacts, packageForm } from './mcp-package.rules.js';

/** The registry writes its own data about an entry under this name. */
const OFFICIAL = 'io.modelcontextprotocol.registry/official';
const text = z.string().nullish();
const flag = z.boolean().nullish();

/** The members of a server.json that are read, in the names of 2025-05, 2025-07 and later; members that are not named here stay as they came. */
const serverForm = z.looseObject({
  name: z
    .string()
    .max(200)
    .regex(
      /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\/[A-Za-z0-9][A-Za-z0-9._-]*$/,
      'must be a reverse-DNS name, a slash and a name',
    ),
  title: text,
  description: text,
  version: text,
  status: text,
  websiteUrl: text,
  website_url: text,
  repository: z.looseObject({ url: text }).nullish(),
  version_detail: z.looseObject({ version: text, release_date: text, is_latest: flag }).nullish(),
  packages: z.array(packageForm).nullish(),
  remotes: z.array(z.looseObject({ url: text })).nullish(),
  _meta: z.looseObject({}).nullish(),
});
type Server = z.infer<typeof serverForm>;

/** The registry's own data about an entry, beside its server.json. */
const officialForm = z.looseObject({
  status: text,
  publishedAt: text,
  published_at: text,
  release_date: text,
  updatedAt: text,
  updated_at: text,
  statusChangedAt: text,
  status_changed_at: text,
  isLatest: flag,
  is_latest: flag,
});

/** The server.json of an entry, and the registry's data beside it. */
function unwrap(value: unknown): { json: unknown; official: unknown } {
  const wrapped = z
    .looseObject({
      server: z.looseObject({}),
      _meta: z.looseObject({}).nullish(),
      'x-io.modelcontextprotocol.registry': z.looseObject({}).nullish(),
    })
    .safeParse(value);
  if (!wrapped.success) return { json: value, official: undefined };
  const { server, _meta: meta } = wrapped.data;
  return {
    json: server,
    official: meta?.[OFFICIAL] ?? wrapped.data['x-io.modelcontextprotocol.registry'] ?? undefined,
  };
}

const REGISTRY = 'https://registry.modelcontextprotocol.io/';
/** A server.json is published again as it came; no honest one is larger. */
const SERVER_BYTES_MAX = 64 * 1024;
const { slug: SLUG_MAX, name: NAME_MAX, summary: SUMMARY_MAX, vendorName: VENDOR_MAX } = recordForms.TOOL_BOUNDS;
/** One server of a registry file: its tool, and the facts that decide between its versions. */
export interface McpEntry {
  readonly record: ToolRecord;
  readonly version: string | null;
  readonly releasedAt: Date | null;
  readonly isLatest: boolean | null;
}

/** Reads one entry: a server.json of any published form, alone or wrapped as `{ server, _meta }`. `readAt` counts where it has no date. */
export function readMcpEntry(
  value: unknown,
  readAt: string,
): { entry: McpEntry } | { name: string; problems: FieldProblem[] } {
  const { json, official } = unwrap(value);
  const parsed = serverForm.safeParse(json);
  const name = nameIn(json);
  if (!parsed.success) return { name, problems: name === '' ? [NAMELESS] : problemsOf(parsed.error) };
  const server = parsed.data;
  const registry = officialForm.safeParse(official ?? server._meta?.[OFFICIAL]).data;
  if ((registry?.status ?? server.status) === 'deleted')
    return {
      name,
      problems: [{ pointer: '/status', code: 'deleted', detail: 'the registry lists this server as deleted' }],
    };
  const written = JSON.stringify(json);
  if (Buffer.byteLength(written) > SERVER_BYTES_MAX)
    return {
      name,
      problems: [{ pointer: '', code: 'too_large', detail: `the entry has over ${SERVER_BYTES_MAX / 1024} KiB` }],
    };
  if (UNSTORABLE.test(written))
    return {
      name,
      problems: [{ pointer: '', code: 'unstorable_text', detail: 'the entry holds a NUL or half of a surrogate pair' }],
    };
  const publishedAt =
    registry?.publishedAt ?? registry?.published_at ?? registry?.release_date ?? server.version_detail?.release_date;
  const releasedAt = instantOf(publishedAt);
  const isDeprecated = (registry?.status ?? server.status) === 'deprecated';
  const stated = factsOf(server, releasedAt?.toISOString().slice(0, 10) ?? readAt, isDeprecated);
  const facts = parseToolFacts({ ...unknownIn(recordForms.toolMembers), ...stated });
  if ('problems' in facts) return { name, problems: facts.problems };
  return {
    entry: {
      record: {
        facts: facts.facts,
        origin: 'mcp-registry',
        originKey: server.name,
        verification: { level: 'listed', method: 'MCP registry', checkedAt: null },
        mcpServer: JSON.parse(written) as Record<string, unknown>,
        mcpOfficial: officialDates({
          publishedAt,
          updatedAt: registry?.updatedAt ?? registry?.updated_at,
          statusChangedAt: registry?.statusChangedAt ?? registry?.status_changed_at,
        }),
      },
      version: server.version ?? server.version_detail?.version ?? null,
      releasedAt,
      isLatest: registry?.isLatest ?? registry?.is_latest ?? server.version_detail?.is_latest ?? null,
    },
  };
}

/** The registry's own dates as it wrote them, or null where it states none. */
function officialDates(dates: Readonly<Record<string, string | null | undefined>>): Record<string, unknown> | null {
  const stated = Object.entries(dates).filter(([, date]) => instantOf(date) !== null);
  return stated.length ? Object.fromEntries(stated) : null;
}

/** The name of an entry of any form, to identify its row. */
function nameIn(json: unknown): string {
  const name = typeof json === 'object' && json !== null && 'name' in json ? json.name : '';
  return typeof name === 'string' ? plainLine(name, 200) : '';
}

/** A NUL or half of a surrogate pair, as JSON writes it. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;
const NAMELESS: FieldProblem = { pointer: '/name', code: 'required', detail: 'the entry has no name' };

/** The facts that the registry states of a server; it knows no prices, no sign-up and no documentation. */
function factsOf(server: Server, readAt: string, isDeprecated: boolean): Partial<ToolFacts> {
  const repository = publicOrNull(server.repository?.url);
  const website = publicOrNull(server.websiteUrl ?? server.website_url) ?? repository;
  const summary = plainLine(server.description ?? '', SUMMARY_MAX);
  const facts = ['name', 'summary', 'website', 'install', 'packages', 'environment', 'interfaces'];
  return {
    slug: slugOf(server.name),
    name: nameLine(server.title ?? '', NAME_MAX) || nameLine(nameOf(server.name), NAME_MAX),
    aliases: server.name.length <= NAME_MAX ? [server.name] : [],
    summary: summary || `An MCP server; its registry entry, ${server.name}, has no description.`,
    vendor: vendorOf(server.name),
    website,
    categories: ['mcp-servers'],
    capabilities: ['mcp'],
    maturity: isDeprecated ? 'deprecated' : 'unknown',
    interfaces: ['mcp'],
    ...packageFacts(server.packages ?? [], server.name),
    sources: [repository ? { url: repository, via: REGISTRY, readAt, facts } : { url: REGISTRY, readAt, facts }],
  };
}

const publicOrNull = (url: string | null | undefined): string | null => (url && isPublicAddress(url) ? url : null);

/** The slug of a server's full name; a long one ends in a piece of its digest, so that it stays unique. */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return slug.length <= SLUG_MAX ? slug : distinctSlug(slug, name);
}

/** A slug that no other name has, for a name whose own slug is taken. */
export const distinctSlug = (slug: string, name: string): string =>
  `${slug.slice(0, SLUG_MAX - 9).replace(/-$/, '')}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;

const FORGE = /^(?:io\.github|com\.github|io\.gitlab|com\.gitlab)\.([^/]+)\/(.+)$/;

/** The name that a person would use: owner and name on a code forge, the name alone under a domain. */
const nameOf = (name: string): string => FORGE.exec(name)?.slice(1).join('/') ?? name.slice(name.indexOf('/') + 1);

/** The holder of the namespace: an account of a forge, or a domain, which is written backwards in the name. */
function vendorOf(name: string): ToolFacts['vendor'] {
  const owner = FORGE.exec(name)?.[1];
  if (owner !== undefined) return { name: owner.slice(0, VENDOR_MAX), domain: null };
  const labels = name.slice(0, name.indexOf('/')).toLowerCase().split('.');
  return labels.length < 2 ? null : { name: null, domain: labels.toReversed().join('.') };
}

/** A time with its zone, or null; the registry's own times are RFC 3339. */
export function instantOf(value: unknown): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(value))
    return null;
  const at = readInstant(value);
  return at === null || at.getUTCFullYear() < 2000 ? null : at;
}
