import type { EntityManager } from '@mikro-orm/postgresql';
import { changedColumns, comparableOf } from './column.rules.js';
import { type RecordChange, type RecordStore, storeRecords } from './record.store.js';
import type { ToolRow } from './tool.query.js';
import type { ToolRecord } from './tool.types.js';

/** A tool to be stored: the columns of a record. */
export interface ToolColumns {
  readonly row: ToolRow;
  readonly record: ToolRecord;
}

const comparable = comparableOf<ToolRow>({ times: ['verification_checked_at'], numbers: [] });

/** Names of the columns of a tool that differ from the stored ones. */
export const changedToolColumns = (row: ToolRow, stored: ToolRow): string[] => changedColumns(row, stored, comparable);

const store: RecordStore<ToolColumns & RecordChange> = {
  resource: 'tool',
  async relate(em, writes) {
    const ids = JSON.stringify(writes.map(({ id }) => id));
    await em.execute(
      'delete from tool_package where tool_id in (select value::uuid from json_array_elements_text(?::json))',
      [ids],
    );
    const packages = writes.flatMap(({ id, record }) => record.facts.packages.map((one) => ({ id, ...one })));
    await em.execute(
      `insert into tool_package (tool_id, registry, name)
       select r.id, r.registry, r.name from json_to_recordset(?::json) as r(id uuid, registry text, name text) on conflict do nothing`,
      [JSON.stringify(packages)],
    );
    await em.execute(
      `delete from tool_measure m where m.tool_id in (select value::uuid from json_array_elements_text(?::json))
         and not exists (select 1 from tool_package p where p.tool_id = m.tool_id and m.subject = p.registry || ':' || p.name)`,
      [ids],
    );
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
