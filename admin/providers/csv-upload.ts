import type { CsvImport, CsvTimeForm } from './generated/operations.js';
import { askUpload } from './request.js';

/** A file of events, and the product that they belong to. */
export interface CsvOrder {
  readonly productId: string;
  readonly file: File;
}

/** The members of the answer to an upload beside the import itself; no other answer has them. */
export interface CsvSample {
  /** The first rows. */
  readonly sampleRows: readonly (readonly string[])[];
  readonly suggestedMapping: CsvImport['mapping'];
  readonly suggestedConstants: CsvImport['constants'];
  readonly suggestedValues: CsvImport['values'];
  readonly suggestedTimes: CsvImport['times'];
  /** How the first rows write their times, where they leave no doubt. */
  readonly suggestedTimeForm: CsvTimeForm | null;
  /** The file with the same header for which this was chosen. */
  readonly rememberedFrom: string | null;
}

/** Uploads a file; the fields go before it, so that a wrong one is refused before the file is read. */
export async function uploadCsv(
  organizationId: string,
  { productId, file }: CsvOrder,
): Promise<CsvSample & { readonly importId: string }> {
  const form = new FormData();
  form.set('organizationId', organizationId);
  form.set('productId', productId);
  form.set('file', file);
  // As with GraphQL's answers, this is where an untyped answer gets its type.
  return (await askUpload('/api/imports/tracking-csv', form)) as CsvSample & { importId: string };
}
