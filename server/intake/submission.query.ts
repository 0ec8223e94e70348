import type { EntityManager } from '@mikro-orm/postgresql';
import { selectRows } from '../platform/database/kysely.js';
import type { TableOf } from '../platform/database/table.types.js';
import type { Row } from '../platform/row.types.js';
import type { CheckResult } from './draft.types.js';
import { type IntakeDraft, IntakeSubmission, type SubmissionRow } from './intake.entity.js';

/** A submission as it is stored now, or null. */
export const findSubmission = async (em: EntityManager, id: string): Promise<Row<IntakeSubmission> | null> =>
  (await selectRows(em, IntakeSubmission).where('t.id', '=', id).executeTakeFirst()) ?? null;

/** The checks of the revision as they are stored; empty before automation ran. */
export async function findChecks(
  em: EntityManager,
  { id, revision }: Pick<SubmissionRow, 'id' | 'revision'>,
): Promise<CheckResult[]> {
  const draft = await em
    .getKysely<{ readonly intake_draft: TableOf<IntakeDraft> }>()
    .selectFrom('intake_draft')
    .select('checks')
    .where('submission_id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return draft?.checks ?? [];
}

/** The table of submissions, for statements that need a few of its columns. */
export const selectSubmissions = (em: EntityManager) =>
  em.getKysely<{ readonly intake_submission: TableOf<IntakeSubmission> }>().selectFrom('intake_submission');
