import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { reviewerOf } from '../../accounts/index.js';
import type { Clock } from '../../platform/clock.js';
import { Fault, type FieldProblem, invalid } from '../../platform/fault.js';
import { type FormFields, type FormShape, readForm } from '../../platform/http/multipart.js';
import { publicId } from '../../platform/ids.js';
import { isDay } from '../../platform/instant.rules.js';
import { operation } from '../../platform/operation.js';
import { openPlaces, type Places } from '../../platform/places.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import { closeImport, countsOf, type ImportCounts, type ImportFacts, openImport, recordRows } from './import.query.js';
import {
  type ImportFile,
  type ImportFormat,
  type ImportReaders,
  importFormats,
  importMax,
  type RowResult,
} from './import.types.js';
import { plainLine } from './import-file.rules.js';

export interface ImportOrder {
  readonly format: ImportFormat;
  readonly files: readonly ImportFile[];
  /** The name of the files together: the file's own name, or its folder's. */
  readonly name: string;
  readonly asOf: string | null;
  readonly dryRun: boolean;
  /** Takes figures that would be held: the person who imports looked at them. */
  readonly acceptHeld?: boolean;
  readonly actor: string;
  readonly requestId?: string;
}

export interface ImportParts {
  readonly readers: ImportReaders;
  readonly em: () => EntityManager;
  readonly clock: Clock;
  /** Called after each chunk of rows has been written. */
  readonly moved?: (done: number, total: number, counts: ImportCounts) => void;
}

/** The report of an import, row by row; a dry run has no id, since nothing of it is stored. */
export interface ImportReport extends ImportCounts {
  /** `imp_…` */
  readonly id: string | null;
  readonly format: ImportFormat;
  readonly fileName: string;
  readonly dryRun: boolean;
  readonly status: 'done';
  readonly total: number;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly rows: readonly RowResult[];
}

/**
 * Imports files into the catalog. They are read and checked whole before the first write. Rows are written in chunks; a chunk, the outcomes
 * of its rows and the import's counts are one transaction, so that its progress can be read, and a crash leaves whole chunks: importing the
 * file again finds them unchanged and does the rest. Writers of the catalog wait for each other, so concurrent imports are safe. A dry run
 * does the same and rolls each chunk back.
 */
export async function importCatalog(parts: ImportParts, order: ImportOrder): Promise<ImportReport> {
  const { readers, em, clock, moved } = parts;
  const { format, files, asOf, dryRun, acceptHeld = false, actor, requestId } = order;
  const startedAt = clock.now();
  const plan = await readers[format](files, { asOf, today: startedAt.toISOString().slice(0, 10), acceptHeld });
  const facts: ImportFacts = {
    format,
    fileName: plainLine(order.name, importMax.fileNameLength),
    digest: digestOf(files),
    actor,
    ...(requestId ? { requestId } : {}),
  };
  const id = dryRun ? null : await openImport(em(), startedAt, facts, plan.total);
  const rows: RowResult[] = [];
  try {
    for (let from = 0; from < plan.total; from += importMax.chunkRows) {
      const at = clock.now();
      const to = from + importMax.chunkRows;
      const write = async (tx: EntityManager): Promise<RowResult[]> => {
        const results = await plan.write(tx, at, from, to);
        if (id !== null) await recordRows(tx, at, id, results);
        return results;
      };
      rows.push(...(id === null ? await rolledBack(em(), write) : await em().transactional(write)));
      moved?.(rows.length, plan.total, countsOf(rows));
    }
    if (id !== null) await closeImport(em(), clock.now(), id, 'done');
  } catch (error) {
    // This is lost too while the database is away; the next import then finds the stalled one.
    if (id !== null) await closeImport(em(), clock.now(), id, 'failed').catch(() => undefined);
    throw error;
  }
  return {
    id: id === null ? null : publicId('imp', id),
    format,
    fileName: facts.fileName,
    dryRun,
    status: 'done',
    total: plan.total,
    ...countsOf(rows),
    startedAt,
    finishedAt: clock.now(),
    rows,
  };
}

class RolledBack extends Error {}

/** Runs a write and rolls it back: the outcomes are those that the write would have. */
async function rolledBack<T>(em: EntityManager, write: (tx: EntityManager) => Promise<T>): Promise<T> {
  let results: { value: T } | null = null;
  try {
    await em.transactional(async (tx) => {
      results = { value: await write(tx) };
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  if (results === null) throw new Error('a dry run has no results');
  return (results as { value: T }).value;
}

function digestOf(files: readonly ImportFile[]): string {
  const digest = createHash('sha256');
  for (const { name, bytes } of files)
    digest.update(files.length > 1 ? `${name}\0${bytes.length}\0` : '').update(bytes);
  return digest.digest('hex');
}

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

/** The report of an import from the workspace. */
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
  readonly superseded: number;
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
  { name: 'uploadCatalogImport', who: ['session'], writes: true, limit: 'csv-import', fresh: 'always' },
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
  if (asOf !== undefined && !isDay(asOf)) wrong('/asOf', 'must be a day, YYYY-MM-DD');
  if (known === undefined || problems.length) throw invalid(problems);
  return { format: known, dryRun: dryRun === 'true', acceptHeld: acceptHeld === 'true', asOf: asOf ?? null };
}
