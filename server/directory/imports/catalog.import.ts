import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../../platform/clock.js';
import { publicId } from '../../platform/ids.js';
import { closeImport, countsOf, type ImportCounts, type ImportFacts, openImport, recordRows } from './import.query.js';
import { type ImportFile, type ImportFormat, type ImportReaders, importMax, type RowResult } from './import.types.js';
import { plainLine } from './import-text.rules.js';

export interface ImportOrder {
  readonly format: ImportFormat;
  readonly files: readonly ImportFile[];
  /** What the files are called together: the file's own name, or its folder's. */
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

/** What an import did, row by row; a dry run has no id, for nothing of it is stored. */
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
    // Where the database is away this is lost too; the next import then finds the stalled one.
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
