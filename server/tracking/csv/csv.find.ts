import type { EntityManager } from '@mikro-orm/postgresql';
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
