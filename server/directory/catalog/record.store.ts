import type { EntityClass } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type LinkTarget, writeLinks } from '../links/index.js';
import { type CatalogChange, nextCatalogVersion, recordCatalogChanges } from './change.record.js';

/** What a write changes of a record. */
export interface RecordChange extends Pick<CatalogChange, 'change' | 'fields'> {
  /** Bare UUID; a new one for a new record. */
  readonly id: string;
}

/** A record to be stored: what it decides of its entity, and what that changes. */
export interface RecordWrite extends RecordChange {
  readonly row: { readonly slug: string };
}

/** What every write of one version has. */
export interface VersionStamp {
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** How the records of one kind are stored. */
export interface RecordStore<W extends RecordWrite> {
  /** The resource of the change feed. */
  readonly resource: CatalogChange['resource'];
  /** Inserts the records, or updates those that are there; when a record was created stays as it is. */
  upsert(em: EntityManager, writes: readonly W[], stamp: VersionStamp): Promise<unknown>;
  /** Stores what other tables hold of the records, once they are there. */
  relate(em: EntityManager, writes: readonly W[]): Promise<void>;
  /** The tracked links that a record has; one without an address is switched off. */
  linksOf(write: W): readonly Pick<LinkTarget, 'kind' | 'url'>[];
}

/** The properties of an entity that a row has: those that an update writes. */
export const propertiesIn = <Entity extends object>(em: EntityManager, entity: EntityClass<Entity>, row: object) =>
  em
    .getMetadata(entity)
    .props.map(({ name }) => name)
    .filter((name) => name in row);

/** PostgreSQL counts the values of a statement in 16 bits, and a record has some forty. */
const STATEMENT_ROWS = 500;

/**
 * Stores records with what belongs to them, their tracked links and their entries in the change feed as one version of the catalog. The
 * caller holds the catalog's lock and has decided what changes. Answers the version.
 */
export async function storeRecords<W extends RecordWrite>(
  em: EntityManager,
  at: Date,
  { resource, upsert, relate, linksOf }: RecordStore<W>,
  all: readonly W[],
): Promise<number> {
  const version = await nextCatalogVersion(em, at);
  for (let from = 0; from < all.length; from += STATEMENT_ROWS) {
    const writes = all.slice(from, from + STATEMENT_ROWS);
    await upsert(em, writes, { version, createdAt: at, updatedAt: at });
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
  }
  return version;
}
