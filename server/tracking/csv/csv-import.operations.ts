import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { isIgnoredProduct, loadBinding, MemberRole, ownerOf, personOf, requireMember } from '../../accounts/index.js';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import type { RequestContext, TrackingBinding } from '../../platform/context.js';
import { selectRows } from '../../platform/database/kysely.js';
import { Fault, invalid } from '../../platform/fault.js';
import { once } from '../../platform/idempotency/idempotency.js';
import { publicId } from '../../platform/ids.js';
import { enqueueJob } from '../../platform/jobs/queue.js';
import { operation } from '../../platform/operation.js';
import { keyOfCursor, pageOf } from '../../platform/paging/page.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import { asSent } from '../id-order.scan.js';
import { findIgnoredEvents } from '../ignored-event.query.js';
import { readStoredEvents } from '../ingest/index.js';
import { rowsOf } from './csv.read.js';
import { CsvImport, CsvImportPiece, CsvImportRefusal } from './csv-import.entity.js';
import { importJob } from './csv-import.job.js';
import { findImport, type ImportRecord, importAnswer, readImports } from './csv-import.query.js';
import {
  type CheckCsvImportInput,
  type ConfirmCsvImportCall,
  type ConfirmCsvImportInput,
  type CsvCheck,
  type CsvImportAnswer,
  type CsvImportArgs,
  type CsvImportList,
  type CsvImportProblemsArgs,
  CsvImportStatus,
  type CsvImportsArgs,
  type CsvRowResultList,
  importSorts,
} from './csv-import.types.js';
import { checkRow } from './csv-row.rules.js';
import { type MappingPlan, planOf } from './mapping.suggest.js';
import { openTally, type Tally } from './tally.open.js';

/** One import with its progress, for members. */
export const readCsvImport = operation(
  { name: 'csvImport', who: ['session'], limit: 'workflow' },
  async function csvImport(ctx, { organizationId, importId }: CsvImportArgs): Promise<CsvImportAnswer> {
    await requireMember(ctx, organizationId, MemberRole.reader);
    return importAnswer(await findImport(ctx.em, organizationId, importId));
  },
);

const LIST: SortedListOf<typeof importSorts> = {
  name: 'csvImports',
  sorts: importSorts,
  tie: { by: sql`i.id`, type: 'uuid' },
  by: {
    created: null,
    state: { by: sql`i.status`, type: 'text' },
    refused: { by: sql`i.refused`, type: 'number' },
  },
  naming: [sql`i.file_name`],
  time: sql`i.created_at`,
};

/** The organization's imports, newest first if no order is asked for. */
export const listCsvImports = operation(
  { name: 'csvImports', who: ['session'], limit: 'workflow' },
  async function csvImports(ctx, args: CsvImportsArgs): Promise<CsvImportList> {
    const { organizationId, state, productId } = args;
    const page = sortedPage(LIST, asSent(args));
    await requireMember(ctx, organizationId, MemberRole.reader);
    const records = await readImports(ctx.em, (of) => {
      let found = of.where('i.organization_id', '=', organizationId);
      if (state?.length) found = found.where('i.status', 'in', state);
      if (productId) found = found.where('p.product_id', '=', productId);
      return page.narrow(found);
    });
    const { items, nextCursor } = page.cut(records);
    return { items: items.map(importAnswer), nextCursor };
  },
);

/** The rows of an import that were refused, in the order of the file; the content of the file is not stored. */
export const listCsvImportProblems = operation(
  { name: 'csvImportProblems', who: ['session'], limit: 'workflow' },
  async function csvImportProblems(
    ctx,
    { organizationId, importId, limit, cursor }: CsvImportProblemsArgs,
  ): Promise<CsvRowResultList> {
    await requireMember(ctx, organizationId, MemberRole.reader);
    const after = keyOfCursor(cursor, /^\d{1,7}$/);
    await findImport(ctx.em, organizationId, importId);
    const refused = await selectRows(ctx.em, CsvImportRefusal)
      .where('t.organization_id', '=', organizationId)
      .where('t.import_id', '=', importId)
      .where('t.row_number', '>', Number(after ?? 0))
      .orderBy('t.row_number')
      .limit(limit + 1)
      .execute();
    const rows = refused.map(({ rowNumber, status, problems }) => ({ row: rowNumber, status, problems }));
    return pageOf(rows, limit, ({ row }) => String(row));
  },
);

/**
 * A dry-run over all rows of an upload with a mapping: what an import would do now, and the first problems by row. It stores the mapping
 * and no event. It may be repeated; a confirmation names the check that it means.
 */
export const checkCsvImport = operation(
  { name: 'checkCsvImport', who: ['session'], writes: true, limit: 'csv-import' },
  async function checkCsvImport(ctx, { organizationId, importId, ...chosen }: CheckCsvImportInput): Promise<CsvCheck> {
    await requireMember(ctx, organizationId, MemberRole.admin);
    const own = await findImport(ctx.em, organizationId, importId);
    if (own.status !== CsvImportStatus.uploaded && own.status !== CsvImportStatus.checked) throw alreadyConfirmed();
    const { mapping } = chosen;
    const constants = chosen.constants ?? [];
    const values = chosen.values ?? [];
    const times = chosen.times ?? null;
    const { plan, problems } = planOf({ columns: own.columns, mapping, constants, values, times });
    if (problems.length) throw invalid(problems);
    const tally = await dryRun(ctx, own, plan);
    const saved = await ctx.em.nativeUpdate(
      CsvImport,
      { organizationId, id: importId, status: { $in: [CsvImportStatus.uploaded, CsvImportStatus.checked] } },
      {
        status: CsvImportStatus.checked,
        mapping,
        constants,
        cellValues: values,
        times,
        revision: raw('revision + 1'),
        checkedAt: ctx.platform.clock.now(),
      },
    );
    if (saved === 0) throw alreadyConfirmed();
    return { csvImport: importAnswer(await findImport(ctx.em, organizationId, importId)), ...tally.close() };
  },
);

const alreadyConfirmed = (): Fault =>
  new Fault('STATE_CONFLICT', {
    say: 'This import is already confirmed and cannot be checked again. Upload the file again.',
  });

/** Piece by piece, so that other requests are answered in between. */
async function dryRun(ctx: RequestContext, own: ImportRecord, plan: MappingPlan): Promise<Tally> {
  const { organizationId, id: importId } = own;
  const binding = await bindingOf(ctx, own);
  const isIgnored = await isIgnoredProduct(ctx.em, binding.organizationId, binding.productUuid);
  const off = await findIgnoredEvents(ctx.em, binding.organizationId, binding.productUuid);
  const names = new Set(off.map(({ eventName }) => eventName));
  const tally = openTally(plan, (eventName) => isIgnored || names.has(eventName));
  for (let number = 1; number <= own.pieces; number += 1) {
    const piece = await selectRows(ctx.em, CsvImportPiece)
      .where('t.organization_id', '=', organizationId)
      .where('t.import_id', '=', importId)
      .where('t.number', '=', number)
      .executeTakeFirst();
    if (!piece) throw alreadyConfirmed();
    const now = ctx.platform.clock.now();
    const rows = rowsOf(piece.rows);
    const checked = rows.map((row) => checkRow(plan, row, binding, now));
    const keys = checked.flatMap((one) => ('event' in one ? [one.event.idempotencyKey] : []));
    tally.add(rows, checked, await readStoredEvents(ctx.em, binding.organizationId, [...new Set(keys)]));
  }
  return tally;
}

async function bindingOf(ctx: RequestContext, own: ImportRecord): Promise<TrackingBinding> {
  const binding = await loadBinding(ctx.em, own.organizationId, own.productUuid);
  if (!binding) throw new Fault('NOT_FOUND', { say: 'The product of this import is gone.' });
  return binding;
}

/** Starts the import of exactly what was last checked. The work is done beside the request; `csvImport` answers how far it is. */
export const confirmCsvImport = operation(
  { name: 'confirmCsvImport', who: ['session'], writes: true, limit: 'workflow' },
  async function confirmCsvImport(ctx, { idempotencyKey, ...input }: ConfirmCsvImportCall): Promise<CsvImportAnswer> {
    await requireMember(ctx, input.organizationId, MemberRole.admin);
    const { organizationId, importId } = input;
    const resourceId = publicId('imp', importId);
    // The fingerprint of a retry is that of the request.
    const sent = { ...input, organizationId: publicId('org', organizationId), importId: resourceId };
    await once(ctx, 'confirmCsvImport', idempotencyKey, sent, async (em) => {
      const now = ctx.platform.clock.now();
      const own = await start(em, input, ownerOf(ctx), now);
      await recordAudit(em, now, {
        chain: organizationChain(organizationId),
        actor: personOf(ctx),
        action: 'csv_import.confirm',
        resource: 'csv_import',
        resourceId,
        revision: input.revision,
        changes: {
          status: [CsvImportStatus.checked, CsvImportStatus.confirmed],
          productId: [null, own.ownProductId],
          rows: [null, own.total],
          mapping: [null, own.mapping],
          values: [null, own.cellValues],
          times: [null, own.times],
        },
        requestId: ctx.requestId,
      });
      await enqueueJob(em, ctx.platform.log, importJob(importId)); // where the queue fails, a worker finds the import within a minute
      return resourceId;
    });
    return importAnswer(await findImport(ctx.em, organizationId, importId));
  },
);

async function start(
  em: EntityManager,
  input: ConfirmCsvImportInput,
  person: string,
  now: Date,
): Promise<ImportRecord> {
  const { organizationId, importId, revision } = input;
  const started = await em.nativeUpdate(
    CsvImport,
    { organizationId, id: importId, status: CsvImportStatus.checked, revision },
    { status: CsvImportStatus.confirmed, confirmedAt: now, confirmedBy: person },
  );
  const own = await findImport(em, organizationId, importId);
  if (started > 0) return own;
  throw new Fault('STATE_CONFLICT', { say: WHY_NOT[own.status] ?? 'This import was confirmed already.' });
}

const WHY_NOT: Partial<Record<CsvImportStatus, string>> = {
  [CsvImportStatus.uploaded]: 'Check the import with a mapping before it is confirmed.',
  [CsvImportStatus.checked]: 'The import was checked again meanwhile: look at that check and confirm its revision.',
};
