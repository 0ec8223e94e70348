import type { EntityManager } from '@mikro-orm/postgresql';
import { type LinkTarget, writeLinks } from '../links/index.js';
import { type CatalogChange, nextCatalogVersion, recordCatalogChanges } from './change.record.js';

/** What a write changes of a record. */
export interface RecordChange extends Pick<CatalogChange, 'change' | 'fields'> {
  /** Bare UUID; a new one for a new record. */
  readonly id: string;
}

/** A record to be stored: its columns, and what that changes. */
export interface RecordWrite extends RecordChange {
  readonly row: { readonly slug: string };
}

/** How the records of one kind are stored beside the columns of their own. */
export interface RecordStore<W extends RecordWrite> {
  /** The resource of the change feed, which is also the name of the table. */
  readonly resource: CatalogChange['resource'];
  /** Stores what other tables hold of the records, once their rows are there. */
  relate(em: EntityManager, writes: readonly W[]): Promise<void>;
  /** The tracked links that a record has; one without an address is switched off. */
  linksOf(write: W): readonly Pick<LinkTarget, 'kind' | 'url'>[];
}

/**
 * Stores records with what belongs to them, their tracked links and their entries in the change feed as one version of the catalog. The
 * caller holds the catalog's lock and has decided what changes. Answers the version.
 */
export async function storeRecords<W extends RecordWrite>(
  em: EntityManager,
  at: Date,
  { resource, relate, linksOf }: RecordStore<W>,
  writes: readonly W[],
): Promise<number> {
  const version = await nextCatalogVersion(em, at);
  const rows = writes.map(({ id, row }) => ({ id, ...row }));
  const names = Object.keys(rows[0] ?? {});
  const updated = [...names.filter((name) => name !== 'id'), 'version', 'updated_at'];
  await em.execute(
    `insert into ${resource} (${names.join(', ')}, version, created_at, updated_at)
     select ${names.map((name) => `r.${name}`).join(', ')}, ?, ?, ? from json_populate_recordset(null::${resource}, ?::json) r
     on conflict (id) do update set ${updated.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [version, at, at, JSON.stringify(rows)],
  );
  await relate(em, writes);
  await writeLinks(
    em,
    at,
    writes.flatMap((write) => linksOf(write).map((link) => ({ owner: resource, ownerId: write.id, ...link }))),
  );
  await recordCatalogChanges(
    em,
    at,
    version,
    writes.map(({ id, row, change, fields }) => ({ resource, id, slug: row.slug, change, fields })),
  );
  return version;
}
