import { ref } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Product } from '../../accounts/index.js';
import { rowReader, type TableOf } from '../../platform/database/rows.read.js';
import { Fault } from '../../platform/fault.js';
import { CsvImport } from './csv-import.entity.js';

/** One import of the organization as it is now, with its product, or NOT_FOUND. */
export async function findImport(em: EntityManager, organizationId: string, importId: string): Promise<CsvImport> {
  const found = await em.findOne(
    CsvImport,
    { organizationId, id: importId },
    { populate: ['product'], disableIdentityMap: true },
  );
  if (!found)
    throw new Fault('NOT_FOUND', { say: 'No such import. An upload that is not confirmed is deleted after one day.' });
  return found;
}

interface ImportTables {
  readonly csv_import: TableOf<CsvImport>;
  readonly product: TableOf<Product>;
}

/** Imports (`i`) with their products (`p`). */
const selectImports = (em: EntityManager) =>
  em
    .getKysely<ImportTables>()
    .selectFrom('csv_import as i')
    .innerJoin('product as p', (on) =>
      on.onRef('p.organization_id', '=', 'i.organization_id').onRef('p.id', '=', 'i.product_uuid'),
    );
type ImportSelection = ReturnType<typeof selectImports>;

/** The imports that a condition finds, to be read, with their products, in one statement. */
export async function readImports(
  em: EntityManager,
  narrow: (imports: ImportSelection) => ImportSelection,
): Promise<CsvImport[]> {
  const csvImport = rowReader(em, CsvImport, 'i');
  const product = rowReader(em, Product, 'p');
  const rows = await narrow(selectImports(em))
    .select([...csvImport.columns, ...product.columns])
    .execute();
  return rows.map((row) => Object.assign(csvImport.read(row), { product: ref(product.read(row)) }));
}
