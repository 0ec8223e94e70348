import { raw } from '@mikro-orm/postgresql';
import { IsOptional } from 'class-validator';
import { Field, ID, InputType } from 'type-graphql';
import { isIgnoredProduct, loadBinding, MemberRole, requireMember } from '../../accounts/index.js';
import { IsId } from '../../platform/constraints.js';
import type { RequestContext, TrackingBinding } from '../../platform/context.js';
import { Fault, invalid } from '../../platform/fault.js';
import { HasItemsAtMost } from '../../platform/graphql/items.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { readStoredEvents } from '../ingest/index.js';
import { findImport } from './csv.find.js';
import { CsvColumn, CsvConstant, CsvImportStatus, CsvTimes, CsvValue } from './csv.types.js';
import type { CsvCheck } from './csv-check.types.js';
import { CsvImport, CsvImportPiece } from './csv-import.entity.js';
import { csvMax } from './csv-limits.rules.js';
import { checkRow } from './csv-row.rules.js';
import { type MappingPlan, planOf } from './mapping.suggest.js';
import { rowsOf } from './pieces.open.js';
import { openTally, type Tally } from './tally.open.js';

@InputType()
export class CheckCsvImportInput {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => ID)
  @IsId('imp')
  importId: string;

  @Field(() => [CsvColumn], { description: 'Columns that are not named here are left out.' })
  @HasItemsAtMost(csvMax.columns)
  mapping: CsvColumn[];

  @Field(() => [CsvConstant], { nullable: true })
  @IsOptional()
  @HasItemsAtMost(csvMax.columns)
  constants?: CsvConstant[] | null;

  @Field(() => [CsvValue], { nullable: true, description: 'What values of cells become; others stay as they are.' })
  @IsOptional()
  @HasItemsAtMost(csvMax.values)
  values?: CsvValue[] | null;

  @Field(() => CsvTimes, {
    nullable: true,
    description: 'How the file writes its times, and in which time zone; absent where each has its offset.',
  })
  @IsOptional()
  times?: CsvTimes | null;
}

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
    const mapping = {
      mapping: chosen.mapping,
      constants: chosen.constants ?? [],
      values: chosen.values ?? [],
      times: chosen.times ?? null,
    };
    const { plan, problems } = planOf({ columns: own.columns, ...mapping });
    if (problems.length) throw invalid(problems);
    const tally = await dryRun(ctx, own, plan);
    const saved = await ctx.em.nativeUpdate(
      CsvImport,
      { organizationId, id: importId, status: { $in: [CsvImportStatus.uploaded, CsvImportStatus.checked] } },
      {
        status: CsvImportStatus.checked,
        ...mapping,
        revision: raw('revision + 1'),
        checkedAt: ctx.platform.clock.now(),
      },
    );
    if (saved === 0) throw alreadyConfirmed();
    return { csvImport: await findImport(ctx.em, organizationId, importId), ...tally.close() };
  },
);

const alreadyConfirmed = (): Fault =>
  new Fault('STATE_CONFLICT', {
    say: 'This import is already confirmed and cannot be checked again. Upload the file again.',
  });

/** Piece by piece, so that other requests are answered in between. */
async function dryRun(ctx: RequestContext, own: CsvImport, plan: MappingPlan): Promise<Tally> {
  const { organizationId, id: importId } = own;
  const binding = await bindingOf(ctx, own);
  const ignored = await isIgnoredProduct(ctx.em, binding.organizationId, binding.productUuid);
  const tally = openTally(plan, ignored);
  for (let number = 1; number <= own.pieces; number += 1) {
    const piece = await ctx.em.findOne(
      CsvImportPiece,
      { organizationId, importId, number },
      { disableIdentityMap: true }, // no more than one piece of a file is held
    );
    if (!piece) throw alreadyConfirmed();
    const now = ctx.platform.clock.now();
    const rows = rowsOf(piece.rows);
    const checked = rows.map((row) => checkRow(plan, row, binding, now));
    const keys = checked.flatMap((one) => ('event' in one ? [one.event.idempotencyKey] : []));
    tally.add(rows, checked, await readStoredEvents(ctx.em, binding.organizationId, [...new Set(keys)]));
  }
  return tally;
}

async function bindingOf(ctx: RequestContext, own: CsvImport): Promise<TrackingBinding> {
  const organizationUuid = uuidOf('org', own.organizationId) ?? '';
  const binding = await loadBinding(ctx.em, organizationUuid, uuidOf('prd', own.productUuid) ?? '');
  if (!binding) throw new Fault('NOT_FOUND', { say: 'The product of this import is gone.' });
  return binding;
}
