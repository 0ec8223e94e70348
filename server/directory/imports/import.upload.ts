import { z } from 'zod';
import { reviewerOf } from '../../accounts/index.js';
import { Fault, type FieldProblem, invalid } from '../../platform/fault.js';
import { type FormFields, type FormShape, readForm } from '../../platform/http/multipart.js';
import { operation } from '../../platform/operation.js';
import { openPlaces, type Places } from '../../platform/places.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import { importCatalog } from './catalog.import.js';
import { type ImportFormat, type ImportReaders, importFormats, importMax, type RowResult } from './import.types.js';

const FORM: FormShape = {
  fields: ['format'],
  optional: ['dryRun', 'asOf', 'acceptHeld'],
  file: 'file',
  fileBytesMax: importMax.uploadBytes,
};
/** Refused rows, and held ones, that the answer itself lists; all of them are in `catalogImportRows`, a dry run's are nowhere else. */
const TOLD_MAX = 200;
/** How many files a process imports at once at this endpoint, and how many of one person: each is held in memory, and they wait for each other anyway. */
const AT_ONCE_MAX = 3;
const OF_ONE_MAX = 2;

interface LeftOutRow {
  readonly row: number;
  readonly key: string;
  readonly problems: readonly FieldProblem[];
}

/** What an import from the workspace did. */
export interface UploadedImport {
  /** Null for a dry run: nothing of it is stored. */
  readonly id: string | null;
  readonly format: string;
  readonly fileName: string;
  readonly dryRun: boolean;
  readonly status: string;
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly held: number;
  readonly refused: number;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly heldRows: LeftOutRow[];
  readonly refusedRows: LeftOutRow[];
}

export interface CatalogImports {
  readonly readers: ImportReaders;
  readonly uploads: Places<'person'>;
}

/** The readers of every format, the offers domain's included, and the places for imports of one process. */
export const openCatalogImports = (readers: ImportReaders): CatalogImports => ({
  readers,
  uploads: openPlaces({
    inAllMax: AT_ONCE_MAX,
    eachMax: { person: OF_ONE_MAX },
    refuse: () => new Fault('UNAVAILABLE', { say: 'Other imports are running. Send the file again.', retryAfterS: 5 }),
  }),
});

/**
 * Imports a file into the catalog within the request, for reviewers: the same import as `dai catalog import`, with its limits for a file
 * that comes over the network. It is no GraphQL operation, since a file cannot be one (decisions §1, named exceptions).
 */
export const uploadCatalogImport = operation(
  { name: 'uploadCatalogImport', who: ['session'], writes: true, limit: 'csv-import' },
  async function uploadCatalogImport(ctx: DirectoryRequestContext): Promise<UploadedImport> {
    const actor = reviewerOf(ctx); // before the file is read
    const { parts, platform, requestId } = ctx;
    const { readers, uploads } = parts.catalogImports;
    return uploads.during(async (take) => {
      await take({ person: actor });
      try {
        const { fields, taken: file } = await readForm(ctx.req, FORM, async ({ name, bytes }) => {
          const chunks: Buffer[] = [];
          for await (const chunk of bytes) chunks.push(chunk);
          return { name, bytes: Buffer.concat(chunks) };
        });
        const order = { ...termsOf(fields), files: [file], name: file.name, actor, requestId };
        const { rows, ...report } = await importCatalog({ readers, em: platform.em, clock: platform.clock }, order);
        return { ...report, heldRows: rowsOf(rows, 'held'), refusedRows: rowsOf(rows, 'refused') };
      } finally {
        parts.catalog.changed(); // also after a failure: the runs before it are in the catalog
      }
    });
  },
);

const rowsOf = (rows: readonly RowResult[], wanted: RowResult['outcome']): LeftOutRow[] =>
  rows
    .filter(({ outcome }) => outcome === wanted)
    .slice(0, TOLD_MAX)
    .map(({ number, key, problems }) => ({ row: number, key, problems }));

function termsOf({ format = '', dryRun = 'false', acceptHeld = 'false', asOf }: FormFields): {
  format: ImportFormat;
  dryRun: boolean;
  acceptHeld: boolean;
  asOf: string | null;
} {
  const problems: FieldProblem[] = [];
  const wrong = (pointer: string, detail: string): void => void problems.push({ pointer, code: 'not_allowed', detail });
  const known = importFormats.find((one) => one === format);
  if (known === undefined) wrong('/format', `must be one of ${importFormats.join(', ')}`);
  for (const [name, value] of Object.entries({ dryRun, acceptHeld }))
    if (value !== 'true' && value !== 'false') wrong(`/${name}`, 'must be true or false');
  if (asOf !== undefined && !z.iso.date().safeParse(asOf).success) wrong('/asOf', 'must be a day, YYYY-MM-DD');
  if (known === undefined || problems.length) throw invalid(problems);
  return { format: known, dryRun: dryRun === 'true', acceptHeld: acceptHeld === 'true', asOf: asOf ?? null };
}
