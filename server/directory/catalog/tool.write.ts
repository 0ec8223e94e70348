import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import { newUuid } from '../../platform/ids.js';
import { writeLinks } from '../links/index.js';
import { type CatalogChange, lockCatalog, nextCatalogVersion, recordCatalogChanges } from './change.record.js';
import { columnsOf, type ToolRow } from './tool.query.js';
import type { ToolRecord } from './tool.types.js';

/** What became of one record; a refusal says why in a code and a sentence. */
export type WriteOutcome =
  | { readonly outcome: 'created' | 'updated' | 'unchanged'; readonly id: string }
  | { readonly outcome: 'refused'; readonly code: string; readonly detail: string };

type Stored = ToolRow & { id: string; edited_at: Date | null };

/**
 * Writes tools inside the caller's transaction and answers an outcome for each, in order. A record is found again by its origin and key,
 * so repeating an import changes nothing. What a person edited, and a slug that another origin holds, is left as it is and says so.
 */
export async function writeTools(em: EntityManager, at: Date, records: readonly ToolRecord[]): Promise<WriteOutcome[]> {
  if (records.length === 0) return [];
  await lockCatalog(em);
  const found = await findStored(em, records);
  const taken = new Set<string>();
  const writes: ToolWrite[] = [];
  const outcomes = records.map((record): WriteOutcome => {
    const { slug } = record.facts;
    const key = `${record.origin} ${record.originKey}`;
    if (taken.has(slug) || taken.has(key))
      return { outcome: 'refused', code: 'repeated', detail: 'an earlier row of this import has the same key or slug' };
    taken.add(slug).add(key);
    const stored = found.byKey.get(key) ?? null;
    const holder = found.bySlug.get(slug);
    if (holder && holder.id !== stored?.id)
      return { outcome: 'refused', code: 'slug_taken', detail: `another record holds the slug ${slug}` };
    if (stored?.edited_at)
      return {
        outcome: 'refused',
        code: 'edited_by_a_person',
        detail: 'a person edited this record; imports leave it alone',
      };
    const row = { ...columnsOf(record), id: stored?.id ?? newUuid() };
    const fields = stored ? changedFields(row, stored) : [];
    if (stored && fields.length === 0) return { outcome: 'unchanged', id: row.id };
    const change = { resource: 'tool', id: row.id, slug, change: stored ? 'updated' : 'created', fields } as const;
    writes.push({ row, change, record });
    return { outcome: change.change, id: row.id };
  });
  if (writes.length) await storeTools(em, at, writes);
  return outcomes;
}

async function findStored(
  em: EntityManager,
  records: readonly ToolRecord[],
): Promise<{ byKey: Map<string, Stored>; bySlug: Map<string, Stored> }> {
  const wanted = records.map(({ origin, originKey, facts }) => ({ origin, originKey, slug: facts.slug }));
  const rows = await em.execute<Stored[]>(
    `select distinct on (t.id) t.* from json_to_recordset(?::json) as r(origin text, "originKey" text, slug text)
     join tool t on t.slug = r.slug or (t.origin = r.origin and t.origin_key = r."originKey")`,
    [JSON.stringify(wanted)],
  );
  return {
    byKey: new Map(rows.map((row) => [`${row.origin} ${row.origin_key}`, row])),
    bySlug: new Map(rows.map((row) => [row.slug, row])),
  };
}

/** Names of the columns that differ; times are compared as instants. */
export const changedFields = (row: ToolRow, stored: ToolRow): string[] =>
  (Object.keys(row) as (keyof ToolRow)[]).filter((name) =>
    name === 'verification_checked_at'
      ? instant(row[name]) !== instant(stored[name])
      : !isDeepStrictEqual(plain(row[name]), plain(stored[name])),
  );

const plain = (value: unknown): unknown => (value === null ? null : (JSON.parse(JSON.stringify(value)) as unknown));

/** Raw statements answer times as PostgreSQL writes them. */
const instant = (value: Date | string | null): number | null => (value === null ? null : new Date(value).getTime());

/** A tool to be stored, with what changes of it. */
export interface ToolWrite {
  readonly row: ToolRow & { id: string };
  readonly change: CatalogChange;
  readonly record: ToolRecord;
}

/** Stores tools with their packages and links under the catalog's next version; the caller holds the catalog's lock. */
export async function storeTools(em: EntityManager, at: Date, writes: readonly ToolWrite[]): Promise<void> {
  const version = await nextCatalogVersion(em, at);
  const names = Object.keys(writes[0]?.row ?? {});
  const columns = names.join(', ');
  await em.execute(
    `insert into tool (${columns}, version, created_at, updated_at)
     select ${names.map((name) => `r.${name}`).join(', ')}, ?, ?, ? from json_populate_recordset(null::tool, ?::json) r
     on conflict (id) do update set ${[...names.filter((name) => name !== 'id'), 'version', 'updated_at'].map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [version, at, at, JSON.stringify(writes.map(({ row }) => row))],
  );
  const ids = JSON.stringify(writes.map(({ row }) => row.id));
  await em.execute(
    'delete from tool_package where tool_id in (select value::uuid from json_array_elements_text(?::json))',
    [ids],
  );
  await em.execute(
    `insert into tool_package (tool_id, registry, name)
     select r.id, r.registry, r.name from json_to_recordset(?::json) as r(id uuid, registry text, name text) on conflict do nothing`,
    [JSON.stringify(writes.flatMap(({ row, record }) => record.facts.packages.map((one) => ({ id: row.id, ...one }))))],
  );
  await em.execute(
    `delete from tool_measure m where m.tool_id in (select value::uuid from json_array_elements_text(?::json))
       and not exists (select 1 from tool_package p where p.tool_id = m.tool_id and m.subject = p.registry || ':' || p.name)`,
    [ids],
  );
  await writeLinks(
    em,
    at,
    writes.flatMap(({ row, record: { facts } }) => [
      { owner: 'tool', ownerId: row.id, kind: 'website', url: facts.website } as const,
      { owner: 'tool', ownerId: row.id, kind: 'docs', url: facts.docs.url } as const,
      { owner: 'tool', ownerId: row.id, kind: 'signup', url: facts.signupUrl } as const,
      { owner: 'tool', ownerId: row.id, kind: 'pricing', url: facts.pricing.url } as const,
    ]),
  );
  await recordCatalogChanges(
    em,
    at,
    version,
    writes.map(({ change }) => change),
  );
}
