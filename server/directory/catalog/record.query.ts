import { isDeepStrictEqual } from 'node:util';
import type { EntityClass } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isRecord } from '../../platform/json.rules.js';
import { type LinkTarget, writeLinks } from '../links/index.js';
import { ToolSubject } from '../measure.entity.js';
import { type Subject, subjectsOf } from '../measure.rules.js';
import { CatalogTool, ToolPackage } from '../tool.entity.js';
import type { ToolRecord } from '../tool.types.js';
import { nextCatalogVersion, type RecordedChange, recordCatalogChanges } from './catalog.query.js';
import type { ToolRow } from './tool.query.js';
import { syncMeasures } from './tool-measure.query.js';

/** The change that a write makes to a record. */
export interface RecordChange extends Pick<RecordedChange, 'change' | 'fields'> {
  /** Bare UUID; a new one for a new record. */
  readonly id: string;
}

/** A record to be stored, with the change that it makes. */
export interface RecordWrite extends RecordChange {
  readonly row: { readonly slug: string };
}

/** The members that every write of one version has. */
export interface VersionStamp {
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** How the records of one kind are stored. */
export interface RecordStore<W extends RecordWrite> {
  /** The resource of the change feed. */
  readonly resource: RecordedChange['resource'];
  /** Inserts the records, or updates those that are there; when a record was created stays as it is. */
  upsert(em: EntityManager, writes: readonly W[], stamp: VersionStamp): Promise<unknown>;
  /** Stores the rows of other tables that belong to the records, once those are there. */
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

/** The form in which two values of a column are compared: a time is a number, and members that JSON leaves out are left out. */
const comparable = (value: unknown): unknown =>
  value instanceof Date ? value.getTime() : (JSON.parse(JSON.stringify(value ?? null)) as unknown);

/** The properties, with their columns, in which a row differs from the stored one, in the order of the row. */
export function compareColumns<Entity extends object, Row extends object>(
  em: EntityManager,
  entity: EntityClass<Entity>,
  row: Row,
  stored: { readonly [property in keyof Row]: unknown } | null,
): { readonly property: keyof Row; readonly column: string }[] {
  const persisted = em.getMetadata(entity).props.filter(({ persist }) => persist !== false);
  const columns = new Map(persisted.map(({ name, fieldNames }) => [String(name), fieldNames[0]]));
  return (Object.keys(row) as (keyof Row & string)[])
    .filter((property) => !isDeepStrictEqual(comparable(row[property]), comparable(stored?.[property])))
    .map((property) => ({ property, column: columns.get(property) ?? property }));
}

/** A tool to be stored: the members that a record decides, and the time of a person's edit. */
export interface ToolColumns {
  readonly row: ToolRow & Partial<Pick<CatalogTool, 'editedAt'>>;
  readonly record: ToolRecord;
}

/** The address of the repository that a server.json names. */
export function repositoryIn(server: Record<string, unknown> | null): string | null {
  const { repository } = server ?? {};
  return isRecord(repository) && typeof repository.url === 'string' ? repository.url : null;
}

const countedOf = ({ record: { facts, mcpServer } }: ToolColumns): Subject[] =>
  subjectsOf({
    packages: facts.packages,
    installCommand: facts.install?.command ?? null,
    website: facts.website,
    licenceSource: facts.licence?.source ?? null,
    repositoryUrl: repositoryIn(mcpServer),
  });

const store: RecordStore<ToolColumns & RecordChange> = {
  resource: 'tool',
  upsert: (em, writes, { createdAt, ...stamp }) => {
    const rows = writes.map(({ id, row }) => ({ id, createdAt, update: { ...row, ...stamp } }));
    return em
      .qb(CatalogTool)
      .insert(rows.map(({ update, ...row }) => ({ ...row, ...update })))
      .onConflict('id')
      .merge(propertiesIn(em, CatalogTool, rows[0]?.update ?? {}))
      .execute();
  },
  async relate(em, writes) {
    const packages = writes.flatMap(({ id, record }) => record.facts.packages.map((one) => ({ ...one, tool: id })));
    await em.nativeDelete(ToolPackage, { tool: { $in: writes.map(({ id }) => id) } });
    if (packages.length) await em.qb(ToolPackage).insert(packages).onConflict().ignore().execute();
    const ids = writes.map(({ id }) => id);
    const subjects = writes.flatMap((write) =>
      countedOf(write).map(({ subject }, position) => ({ subject, position, tool: write.id })),
    );
    await em.nativeDelete(ToolSubject, { tool: { $in: ids } });
    if (subjects.length) await em.qb(ToolSubject).insert(subjects).execute();
    await syncMeasures(em, ids);
  },
  linksOf: ({ record: { facts } }) => [
    { kind: 'website', url: facts.website },
    { kind: 'docs', url: facts.docs.url },
    { kind: 'signup', url: facts.signupUrl },
    { kind: 'pricing', url: facts.pricing.url },
  ],
};

/** Stores tools with their packages and links under the catalog's next version; the caller holds the catalog's lock. */
export const storeTools = (
  em: EntityManager,
  at: Date,
  writes: readonly (ToolColumns & RecordChange)[],
): Promise<number> => storeRecords(em, at, store, writes);
