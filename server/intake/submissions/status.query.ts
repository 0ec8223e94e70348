import { timingSafeEqual } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { textRecordName, wellKnownUrl } from '../../accounts/index.js';
import { Fault } from '../../platform/fault.js';
import type { Row } from '../../platform/row.types.js';
import { INTERNAL_RULES } from '../checks/index.js';
import type { CheckResult } from '../draft.types.js';
import { IntakeSubmission, type SubmissionRow } from '../intake.entity.js';
import { isOpen, nextStep } from '../intake-state.rules.js';
import { hashOfSecret, isLinkSecret, partsOfReceipt } from '../receipt.query.js';
import { findSubmission } from '../submission.query.js';
import type { IntakeCheck, IntakeDomainChallenge, IntakeStatus } from '../submission.types.js';

const noSuchReceipt = (): Fault => new Fault('NOT_FOUND', { say: 'No submission has this receipt.' });

/**
 * Reads the submission of a receipt, or of a link that its contact was sent. The refusal is the same for a malformed, an unknown, a wrong and an
 * ended one.
 */
export const readByReceipt = (em: EntityManager, receipt: string, at: Date): Promise<Row<IntakeSubmission>> =>
  findByReceipt(em, receipt, at, (id) => findSubmission(em, id));

/** Locks the submission of a receipt or link until the transaction ends; refuses as `readByReceipt` does. */
export const lockByReceipt = (em: EntityManager, receipt: string, at: Date): Promise<IntakeSubmission> =>
  findByReceipt(em, receipt, at, (id) =>
    em.findOne(IntakeSubmission, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }),
  );

async function findByReceipt<S extends Pick<IntakeSubmission, 'id' | 'secretHash'>>(
  em: EntityManager,
  receipt: string,
  at: Date,
  find: (id: string) => Promise<S | null>,
): Promise<S> {
  const parts = partsOfReceipt(receipt);
  const found = parts && (await find(parts.id));
  if (!found) throw noSuchReceipt();
  const isReceipt = timingSafeEqual(found.secretHash, hashOfSecret(parts.secret));
  if (!isReceipt && !(await isLinkSecret(em, found.id, parts.secret, at))) throw noSuchReceipt();
  return found;
}

/** Checks as a submitter sees them: what speaks of others, or would teach an attacker, is left out. */
export const publicChecks = (checks: readonly CheckResult[]): IntakeCheck[] =>
  checks.filter(({ ruleId }) => !INTERNAL_RULES.has(ruleId));

/** The challenge that the domain of a workspace's organization publishes; null for other kinds, and once it is of no use. */
export const challengeOf = ({
  kind,
  state,
  organizationDomain,
  domainChallenge,
}: SubmissionRow): IntakeDomainChallenge | null =>
  kind === 'partner_workspace' && (isOpen(state) || state === 'provisioned')
    ? {
        url: wellKnownUrl(organizationDomain),
        textRecord: textRecordName(organizationDomain),
        content: domainChallenge,
      }
    : null;

/** The signed receipt of an approval that holds; one that a second reviewer turned down has none. */
export const receiptOfApproval = ({ state, approvalReceipt }: SubmissionRow): string | null =>
  ['approved', 'provisioned', 'published'].includes(state) ? approvalReceipt : null;

/** A submission for the holder of its receipt: nothing of what reviewers said to each other, and no risk or score. */
export function describeStatus(
  submission: SubmissionRow,
  receipt: string,
  checks: readonly CheckResult[],
  workspaceUrl: string,
): IntakeStatus {
  const { state, organizationDomain, outcome } = submission;
  const contactVerified = submission.contactVerifiedAt !== null;
  return {
    receipt,
    id: submission.id,
    kind: submission.kind,
    state,
    revision: submission.revision,
    checks: publicChecks(checks),
    missing: state === 'needs_evidence' ? submission.missing : [],
    next: nextStep(state, contactVerified),
    message: state === 'changes_requested' || state === 'rejected' ? submission.message : null,
    contactVerified,
    contact: { name: submission.contactName, email: submission.contactEmail },
    organization: { name: submission.organizationName, domain: organizationDomain },
    note: submission.note,
    fields: submission.fields,
    domainChallenge: challengeOf(submission),
    approvalReceipt: receiptOfApproval(submission),
    publicUrl: outcome?.publicPath ? `${workspaceUrl}${outcome.publicPath}` : null,
    submittedAt: submission.submittedAt,
    updatedAt: submission.updatedAt,
    expiresAt: isOpen(state) ? submission.expiresAt : null,
  };
}
