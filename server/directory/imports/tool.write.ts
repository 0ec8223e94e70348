import type { EntityManager } from '@mikro-orm/postgresql';
import { compareColumns, rowOf, storeTools, type ToolColumns, type ToolRecord } from '../catalog/index.js';
import { CatalogTool } from '../tool.entity.js';
import {
  type RecordKind,
  refuseEdited,
  refuseTakenSlug,
  type WriteOutcome,
  whereExisting,
  writeRecords,
} from './record.write.js';

const tools: RecordKind<ToolRecord, CatalogTool, ToolColumns> = {
  keyOf: ({ origin, originKey, facts }) => ({ origin, originKey, slug: facts.slug }),
  refusedReserve: true,
  async read(em, records) {
    return {
      stored: await em.find(
        CatalogTool,
        { $or: whereExisting(records.map(tools.keyOf)) },
        { disableIdentityMap: true },
      ),
      compare(record, present) {
        const row = rowOf(record);
        const fields = present ? compareColumns(em, CatalogTool, row, present) : [];
        return { columns: { row, record }, fields: fields.map(({ column }) => column) };
      },
    };
  },
  refuse: ({ facts }, existing) => refuseTakenSlug(facts.slug, existing) ?? refuseEdited(existing),
  store: storeTools,
};

/** Writes tools inside the caller's transaction; a record that a person edited, and one whose slug another record has, is refused. */
export const writeTools = (em: EntityManager, at: Date, records: readonly ToolRecord[]): Promise<WriteOutcome[]> =>
  writeRecords(em, at, tools, records);
