import type { EntityManager } from '@mikro-orm/postgresql';
import { newChallenge } from '../../accounts/index.js';
import type { Principal } from '../../platform/context.js';
import { storedEmail } from '../../platform/email.rules.js';
import { Fault, invalid } from '../../platform/fault.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { recipientOf } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { newLinkSecret } from '../../platform/secrets/link-secret.new.js';
import { fingerprintOf } from '../checks/index.js';
import { sendContactLetter } from '../contact-letter.send.js';
import type { SubmittedContent } from '../draft.types.js';
import { prepareDraft, readDraftInputs } from '../drafts/index.js';
import { recordStep, recordTransition } from '../history.record.js';
import { IntakeSubmission } from '../intake.entity.js';
import type { IntakeStatus } from '../intake.types.js';
import type { IntakeContext } from '../intake-context.types.js';
import { endLinks } from '../intake-link.query.js';
import { EXPIRES_DAYS } from '../intake-state.rules.js';
import { enqueuePreparation } from '../intake-task.enqueue.js';
import { recordAuthor, recordContact } from '../party.query.js';
import { hashOfSecret } from '../receipt.rules.js';
import { readContent } from './content.read.js';
import { describeStatus, findByReceipt } from './submission.query.js';

const DAY_MS = 86_400_000;

export interface SubmitCall {
  readonly input: unknown;
  /** Of the submission that this one replaces. */
  readonly receipt: string | null | undefined;
}

/**
 * Takes a submission from anyone, or with its receipt a changed one. The checks of the answer are those that automation will store; only
 * a hash of the receipt's secret is stored, so the answer is the one place where the receipt stands.
 */
export const submitIntake = operation(
  {
    name: 'submitIntake',
    who: ['anonymous', 'session'],
    writes: true,
    limit: 'intake',
    share: 'submissions',
    cost: 2_500,
  },
  async function submitIntake(ctx: IntakeContext, { input, receipt }: SubmitCall): Promise<IntakeStatus> {
    const read = readContent(input);
    if ('fault' in read) throw read.fault;
    const { platform } = ctx;
    const at = platform.clock.now();
    const isConfirmed = isOwnAddress(ctx, read.content.contact.email);
    if (!isConfirmed)
      await platform.limits.count('letters-recipient', ctx.req, ctx.res, recipientOf(read.content.contact.email));
    return ctx.em.transactional(async (em) => {
      const { content, relatedId } = await withRelated(em, ctx.principal, read.content, receipt, at);
      const stored = receipt
        ? await replaceContent(em, receipt, content, relatedId, at)
        : createSubmission(em, ctx, content, relatedId, at);
      const { submission } = stored;
      recordAuthor(em, submission, ctx.principal, at);
      if (isConfirmed) submission.contactVerifiedAt ??= at;
      if (submission.contactVerifiedAt !== null) recordContact(em, submission, ctx.principal, at);
      await em.flush();
      if (submission.contactVerifiedAt === null) await sendContactLetter(em, platform, submission, at);
      // The answer alone holds the receipt, so nothing may fail between the commit and the answer.
      const { checks } = prepareDraft(await readDraftInputs(em, submission, at));
      await enqueuePreparation(em, platform.log, submission.id);
      return describeStatus(submission, stored.receipt, checks, platform.config.workspaceUrl);
    });
  },
  {
    refuse: async (_ctx, input) => {
      const read = readContent(input);
      return 'fault' in read ? read.fault : null;
    },
  },
);

/** A signed-in person who submits under their own verified address has shown already that it is theirs. */
const isOwnAddress = ({ principal }: IntakeContext, email: string): boolean =>
  principal.kind === 'session' && principal.emailVerified && storedEmail(principal.email) === email;

/**
 * A tracking set-up may name a submission by its receipt; what is stored of it is the id, which a changed submission may keep without
 * showing that receipt again. Who shows it while signed in has a part in that submission.
 */
async function withRelated(
  em: EntityManager,
  principal: Principal,
  content: SubmittedContent,
  receipt: string | null | undefined,
  at: Date,
): Promise<{ content: SubmittedContent; relatedId: string | null }> {
  if (content.kind !== 'usage_tracking' || !content.fields.productId.startsWith('sub_'))
    return { content, relatedId: null };
  const { productId } = content.fields;
  const replaced = receipt ? await findByReceipt(em, receipt, at) : null;
  if (replaced?.related?.id === productId) return { content, relatedId: productId };
  const related = await findByReceipt(em, productId, at, { lock: true }).catch(() => null);
  if (related?.kind !== 'partner_workspace')
    throw invalid([
      {
        pointer: '/fields/productId',
        code: 'not_found',
        detail: 'productId is neither the id of a product nor the receipt of a partner_workspace submission',
      },
    ]);
  recordAuthor(em, related, principal, at);
  return { content: { ...content, fields: { ...content.fields, productId: related.id } }, relatedId: related.id };
}

interface Stored {
  readonly submission: IntakeSubmission;
  readonly receipt: string;
}

const columnsOf = (content: SubmittedContent) => ({
  contactName: content.contact.name,
  contactEmail: content.contact.email,
  organizationName: content.organization.name,
  organizationDomain: content.organization.domain,
  note: content.note,
  fields: { ...content.fields },
  fingerprint: fingerprintOf(content),
});

/** A new submission as it is stored; the answer's receipt holds the secret. */
export function createSubmission(
  em: EntityManager,
  { principal }: Pick<IntakeContext, 'principal'>,
  content: SubmittedContent,
  relatedId: string | null,
  at: Date,
): Stored {
  const secret = newLinkSecret();
  const submission = em.create(IntakeSubmission, {
    id: publicId('sub', newUuid()),
    kind: content.kind,
    state: 'received',
    revision: 1,
    secretHash: hashOfSecret(secret),
    contactVerifiedAt: null,
    contactTokenHash: null,
    contactTokenExpiresAt: null,
    submittedBy: principal.kind === 'session' ? publicId('usr', principal.userId) : null,
    ...columnsOf(content),
    related: relatedId,
    domainChallenge: newChallenge(),
    priority: null,
    score: null,
    route: null,
    missing: [],
    risks: [],
    checksFailed: 0,
    checksUnknown: 0,
    assignee: null,
    assignedAt: null,
    message: null,
    outcome: null,
    draftedAt: null,
    decidedAt: null,
    submittedAt: at,
    createdAt: at,
    updatedAt: at,
    expiresAt: expiryFrom(at),
  });
  recordStep(em, submission, 'submit', { at, actor: 'submitter' }, null);
  return { submission, receipt: `${submission.id}.${secret}` };
}

/** Replaces what was submitted, where something was asked for; another address has to be confirmed again. */
async function replaceContent(
  em: EntityManager,
  receipt: string,
  content: SubmittedContent,
  relatedId: string | null,
  at: Date,
): Promise<Stored> {
  const submission = await findByReceipt(em, receipt, at, { lock: true });
  if (submission.kind !== content.kind)
    throw new Fault('STATE_CONFLICT', { say: 'A submission keeps its kind. Make a new one for another kind.' });
  submission.revision += 1;
  recordTransition(em, submission, 'resubmit', { at, actor: 'submitter' });
  if (storedEmail(submission.contactEmail) !== content.contact.email) {
    submission.contactVerifiedAt = null;
    await endLinks(em, submission.id);
  }
  Object.assign(submission, columnsOf(content), { submittedAt: at, expiresAt: expiryFrom(at), missing: [] });
  em.assign(submission, { related: relatedId });
  return { submission, receipt };
}

const expiryFrom = (at: Date): Date => new Date(at.getTime() + EXPIRES_DAYS * DAY_MS);
