import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PLATFORM_CHAIN, recordAudit } from '../../platform/audit/audit.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { CatalogImport, CatalogImportRow } from './import.entity.js';
import type { ImportFormat, RowOutcomeName, RowResult } from './import.types.js';

/** An import without progress for this long was ended by a crash; the next import marks it as failed. */
const STALLED_MINUTES = 10;

/** The facts of an import, beside its rows. */
export interface ImportFacts {
  readonly format: ImportFormat;
  readonly fileName: string;
  /** SHA-256 of the files, in hexadecimal. */
  readonly digest: string;
  /** The importer: `usr_…`, or `operator` on the command line. */
  readonly actor: string;
  readonly requestId?: string;
}

export type ImportCounts = Readonly<Record<RowOutcomeName, number>>;

/** How many rows have each outcome. */
export const countsOf = (results: readonly { readonly outcome: RowOutcomeName }[]): ImportCounts => {
  const counts = { created: 0, updated: 0, unchanged: 0, superseded: 0, held: 0, refused: 0 };
  for (const { outcome } of results) counts[outcome] += 1;
  return counts;
};

/** Records the beginning of an import, with its entry in the platform's audit chain, in one transaction. Answers its bare id. */
export function openImport(em: EntityManager, at: Date, facts: ImportFacts, total: number): Promise<string> {
  return em.transactional(async (tx) => {
    const stalled = { status: 'running', movedAt: { $lt: new Date(at.getTime() - STALLED_MINUTES * 60_000) } } as const;
    await tx.nativeUpdate(CatalogImport, stalled, { status: 'failed', finishedAt: raw('moved_at') });
    const id = newUuid();
    const { format, fileName, digest, actor, requestId } = facts;
    await tx.insert(CatalogImport, {
      id,
      format,
      fileName,
      digest,
      status: 'running',
      total,
      actor,
      startedAt: at,
      movedAt: at,
    });
    await recordAudit(tx, at, {
      chain: PLATFORM_CHAIN,
      actor,
      action: 'catalog.import',
      resource: 'catalog_import',
      resourceId: publicId('imp', id),
      changes: { format: [null, format], fileName: [null, fileName], digest: [null, digest], rows: [null, total] },
      ...(requestId ? { requestId } : {}),
    });
    return id;
  });
}

/** Stores the outcomes of a chunk of rows inside the transaction that wrote them, and counts them. */
export async function recordRows(
  em: EntityManager,
  at: Date,
  id: string,
  results: readonly RowResult[],
): Promise<void> {
  await em.insertMany(
    CatalogImportRow,
    results.map(({ number, key, outcome, problems }) => ({
      import: id,
      rowNumber: number,
      key,
      outcome,
      problems: [...problems],
    })),
  );
  const counts = Object.entries(countsOf(results)).map(([outcome, count]) => [
    outcome,
    raw('?? + ?', [outcome, count]),
  ]);
  await em.nativeUpdate(CatalogImport, { id }, { ...Object.fromEntries(counts), movedAt: at });
}

/** Ends an import; a failed one keeps its counts. */
export const closeImport = (em: EntityManager, at: Date, id: string, status: 'done' | 'failed'): Promise<unknown> =>
  em.nativeUpdate(CatalogImport, { id }, { status, finishedAt: at, movedAt: at });
