import type { EntityManager } from '@mikro-orm/postgresql';
import {
  changedToolColumns,
  columnsOf,
  storeTools,
  type ToolColumns,
  type ToolRecord,
  type ToolRow,
} from '../catalog/index.js';
import { type RecordKind, refuseEdited, refuseTakenSlug, type WriteOutcome, writeRecords } from './record.write.js';

type Stored = ToolRow & { id: string; edited_at: Date | null };

const tools: RecordKind<ToolRecord, Stored, ToolColumns> = {
  keyOf: ({ origin, originKey, facts }) => ({ origin, originKey, slug: facts.slug }),
  refusedReserve: true,
  async read(em, records) {
    const stored = await em.execute<Stored[]>(
      `select distinct on (t.id) t.* from json_to_recordset(?::json) as r(origin text, "originKey" text, slug text)
       join tool t on t.slug = r.slug or (t.origin = r.origin and t.origin_key = r."originKey")`,
      [JSON.stringify(records.map(tools.keyOf))],
    );
    return {
      stored,
      compare(record, present) {
        const row = columnsOf(record);
        return { columns: { row, record }, fields: present ? changedToolColumns(row, present) : [] };
      },
    };
  },
  refuse: ({ facts }, existing) => refuseTakenSlug(facts.slug, existing) ?? refuseEdited(existing),
  store: storeTools,
};

/** Writes tools inside the caller's transaction; a record that a person edited, and one whose slug another record has, is refused. */
export const writeTools = (em: EntityManager, at: Date, records: readonly ToolRecord[]): Promise<WriteOutcome[]> =>
  writeRecords(em, at, tools, records);
