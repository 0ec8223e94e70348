import type { EntityManager } from '@mikro-orm/postgresql';
import { CatalogTool } from '../../directory/index.js';
import { rowReader, type TableOf } from '../../platform/database/rows.read.js';
import { withPublicId } from './connection.query.js';
import { Receipt } from './receipt.entity.js';

interface ReceiptTables {
  readonly usage_receipt: TableOf<Receipt>;
  readonly tool: TableOf<CatalogTool>;
}

/** Receipts (`r`) with their tools (`t`). */
const selectReceipts = (em: EntityManager) =>
  em.getKysely<ReceiptTables>().selectFrom('usage_receipt as r').innerJoin('tool as t', 't.id', 'r.tool_id');
type ReceiptSelection = ReturnType<typeof selectReceipts>;

/** A receipt with what is shown of its tool. */
export type ListedReceipt = Omit<Receipt, 'tool'> & { readonly tool: Pick<CatalogTool, 'id' | 'slug' | 'name'> };

/** The receipts that a condition finds, to be read, with their tools, in one statement. */
export async function readReceipts(
  em: EntityManager,
  narrow: (receipts: ReceiptSelection) => ReceiptSelection,
): Promise<ListedReceipt[]> {
  const receipt = rowReader(em, Receipt, 'r');
  const tool = rowReader(em, CatalogTool, 't', ['id', 'slug', 'name']);
  const rows = await narrow(selectReceipts(em))
    .select([...receipt.columns, ...tool.columns])
    .execute();
  return rows.map((row) => Object.assign(receipt.read(row), { tool: withPublicId(tool.read(row)) }));
}
