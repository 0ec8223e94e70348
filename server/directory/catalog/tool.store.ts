import type { EntityManager } from '@mikro-orm/postgresql';
import { CatalogTool, ToolMeasure, ToolPackage } from '../tool.entity.js';
import type { ToolRecord } from '../tool.types.js';
import { propertiesIn, type RecordChange, type RecordStore, storeRecords } from './record.store.js';
import type { ToolRow } from './tool.query.js';

/** A tool to be stored: what a record decides of it, and since when a person's edit stands. */
export interface ToolColumns {
  readonly row: ToolRow & Partial<Pick<CatalogTool, 'editedAt'>>;
  readonly record: ToolRecord;
}

const subjectsOf = ({ record }: ToolColumns): string[] =>
  record.facts.packages.map(({ registry, name }) => `${registry}:${name}`);

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
    // A figure goes with its package.
    await em.nativeDelete(ToolMeasure, {
      $or: writes.map((write) => ({ tool: write.id, subject: { $nin: ['', ...subjectsOf(write)] } })),
    });
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
