import type { IntakeSubmission } from '../intake.entity.js';
import type { IntakeRow } from '../intake.types.js';
import { isOpen, needsSecondApprover } from '../intake-state.rules.js';

const HOUR_MS = 3_600_000;

/** A row of the queue. */
export const describeRow = (
  submission: IntakeSubmission,
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
