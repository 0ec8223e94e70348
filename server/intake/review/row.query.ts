import type { EntityManager } from '@mikro-orm/postgresql';
import { findProductNames } from '../../accounts/index.js';
import { findToolAddresses } from '../../directory/index.js';
import type { SubmissionRow } from '../intake.entity.js';
import { isOpen, needsSecondApprover } from '../intake-state.rules.js';
import type { IntakeRow } from '../review.types.js';

const HOUR_MS = 3_600_000;

/** A row of the queue. */
export const describeRow = (
  submission: SubmissionRow,
  now: Date,
  known: Pick<IntakeRow, 'title' | 'assigneeName' | 'approvedBy' | 'own'>,
): IntakeRow => ({
  id: submission.id,
  kind: submission.kind,
  state: submission.state,
  revision: submission.revision,
  organizationName: submission.organizationName,
  organizationDomain: submission.organizationDomain,
  priority: submission.priority,
  score: submission.score,
  route: submission.route,
  missing: submission.missing,
  risks: submission.risks,
  checksFailed: submission.checksFailed,
  checksUnknown: submission.checksUnknown,
  contactVerified: submission.contactVerifiedAt !== null,
  assignee: submission.assignee,
  ageHours: Math.max(0, Math.floor((now.getTime() - submission.submittedAt.getTime()) / HOUR_MS)),
  submittedAt: submission.submittedAt,
  expiresAt: isOpen(submission.state) ? submission.expiresAt : null,
  needsSecondApprover: submission.state === 'approved' || needsSecondApprover(submission.kind, submission.risks),
  ...known,
});

type Titled = Pick<SubmissionRow, 'id' | 'fields' | 'organizationName' | 'organizationDomain'>;

/** The names in the kinds of submissions: a new record has its name, an existing one its id. */
interface Named {
  readonly product?: { readonly name: string };
  readonly event?: { readonly name: string };
  readonly tool?: { readonly name: string };
  readonly toolSlug?: string;
  readonly productId?: string;
}

/** The title of each submission, by its id: the name of its subject, as submitted or as it is listed; else the organization's. */
export async function readTitles(em: EntityManager, submissions: readonly Titled[]): Promise<Map<string, string>> {
  const named = submissions.map((one) => ({ ...one, fields: one.fields as Named }));
  const tools = await findToolAddresses(em, {
    slugs: named.flatMap(({ fields }) => fields.toolSlug ?? []),
    names: [],
    websites: [],
  });
  const toolNames = new Map(tools.map(({ slug, name }) => [slug, name]));
  const productNames = await findProductNames(
    em,
    named.flatMap(({ fields: { productId }, organizationDomain: domain }) =>
      productId ? [{ productId, domain }] : [],
    ),
  );
  return new Map(
    named.map(({ id, fields, organizationName, organizationDomain }) => {
      const { product, event, tool, toolSlug, productId } = fields;
      const submitted = product?.name ?? event?.name ?? tool?.name;
      const listed =
        toolNames.get(toolSlug ?? '') ??
        productNames.get(`${organizationDomain} ${productId ?? ''}`) ??
        organizationName;
      return [id, submitted ?? listed];
    }),
  );
}
