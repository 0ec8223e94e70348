import type { EntityManager } from '@mikro-orm/postgresql';
import { nextCatalogVersion, recordCatalogChanges, writeLinks } from '../../directory/index.js';
import type { OfferRow } from './offer.query.js';

/** One offer to write: its columns, its tools, and what that changes. */
export interface OfferWrite {
  /** Bare UUID; a new one for a new offer. */
  readonly id: string;
  readonly row: OfferRow;
  /** Bare UUIDs of the tools that it is for. */
  readonly toolIds: readonly string[];
  readonly change: 'created' | 'updated' | 'removed';
  /** Names of the fields that changed. */
  readonly fields: readonly string[];
}

/**
 * Writes offers with their tools, their tracked link and their entries in the change feed as one version of the catalog. The caller
 * holds the catalog's lock and has decided what changes. Answers the version.
 */
export async function storeOffers(em: EntityManager, at: Date, writes: readonly OfferWrite[]): Promise<number> {
  const version = await nextCatalogVersion(em, at);
  const rows = writes.map(({ id, row }) => ({ id, ...row }));
  const names = Object.keys(rows[0] ?? {});
  await em.execute(
    `insert into offer (${names.join(', ')}, version, created_at, updated_at)
     select ${names.map((name) => `r.${name}`).join(', ')}, ?, ?, ? from json_populate_recordset(null::offer, ?::json) r
     on conflict (id) do update set ${[...names.filter((name) => name !== 'id'), 'version', 'updated_at'].map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [version, at, at, JSON.stringify(rows)],
  );
  await em.execute(
    'delete from offer_tool where offer_id in (select value::uuid from json_array_elements_text(?::json))',
    [JSON.stringify(writes.map(({ id }) => id))],
  );
  await em.execute(
    `insert into offer_tool (offer_id, tool_id)
     select r.offer_id, r.tool_id from json_to_recordset(?::json) as r(offer_id uuid, tool_id uuid) on conflict do nothing`,
    [JSON.stringify(writes.flatMap(({ id, toolIds }) => toolIds.map((tool) => ({ offer_id: id, tool_id: tool }))))],
  );
  await writeLinks(
    em,
    at,
    writes.map(({ id, row }) => ({ owner: 'offer', ownerId: id, kind: 'claim', url: row.listed ? row.url : null })),
  );
  await recordCatalogChanges(
    em,
    at,
    version,
    writes.map(({ id, row, change, fields }) => ({ resource: 'offer', id, slug: row.slug, change, fields })),
  );
  return version;
}

/** A tool that an offer may name. */
export interface NamedTool {
  readonly id: string;
  readonly slug: string;
  readonly vendor_domain: string | null;
}

/** The tools behind slugs; what the catalog does not have is not in the answer. */
export async function findTools(em: EntityManager, slugs: readonly string[]): Promise<Map<string, NamedTool>> {
  const rows = await em.execute<NamedTool[]>(
    'select id, slug, vendor_domain from tool where slug in (select value from json_array_elements_text(?::json))',
    [JSON.stringify([...new Set(slugs)])],
  );
  return new Map(rows.map((tool) => [tool.slug, tool]));
}
