import type { EntityManager } from '@mikro-orm/postgresql';
import { IsInt, Min } from 'class-validator';
import { Field, ID, InputType, Int } from 'type-graphql';
import { MemberRole, personOf, requireMember } from '../../accounts/index.js';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import { IsId } from '../../platform/constraints.js';
import { Fault } from '../../platform/fault.js';
import { once } from '../../platform/idempotency/idempotency.js';
import { uuidOf } from '../../platform/ids.js';
import { enqueueJob } from '../../platform/jobs/queue.js';
import { operation } from '../../platform/operation.js';
import { findImport } from './csv.find.js';
import { importJob } from './csv.job.js';
import { CsvImportStatus } from './csv.types.js';
import { CsvImport } from './csv-import.entity.js';

@InputType()
export class ConfirmCsvImportInput {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => ID)
  @IsId('imp')
  importId: string;

  @Field(() => Int, { description: 'The revision of the check that is confirmed: csvImport.revision.' })
  @IsInt()
  @Min(1)
  revision: number;
}

export interface ConfirmCsvImportCall extends ConfirmCsvImportInput {
  idempotencyKey?: string | null;
}

/** Starts the import of exactly what was last checked. The work is done beside the request; `csvImport` answers how far it is. */
export const confirmCsvImport = operation(
  { name: 'confirmCsvImport', who: ['session'], writes: true, limit: 'workflow' },
  async function confirmCsvImport(ctx, { idempotencyKey, ...input }: ConfirmCsvImportCall): Promise<CsvImport> {
    await requireMember(ctx, input.organizationId, MemberRole.admin);
    await once(ctx, 'confirmCsvImport', idempotencyKey, input, async (em) => {
      const now = ctx.platform.clock.now();
      const own = await start(em, input, personOf(ctx), now);
      await recordAudit(em, now, {
        chain: organizationChain(uuidOf('org', own.organizationId) ?? ''),
        actor: personOf(ctx),
        action: 'csv_import.confirm',
        resource: 'csv_import',
        resourceId: input.importId,
        revision: input.revision,
        changes: {
          status: [CsvImportStatus.checked, CsvImportStatus.confirmed],
          productId: [null, own.productId],
          rows: [null, own.rows],
          mapping: [null, own.mapping],
          values: [null, own.values],
          times: [null, own.times],
        },
        requestId: ctx.requestId,
      });
      await enqueueJob(em, ctx.platform.log, importJob(uuidOf('imp', own.id) ?? '')); // where the queue fails, a worker finds the import within a minute
      return input.importId;
    });
    return findImport(ctx.em, input.organizationId, input.importId);
  },
);

async function start(em: EntityManager, input: ConfirmCsvImportInput, person: string, now: Date): Promise<CsvImport> {
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
