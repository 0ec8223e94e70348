import type { EntityManager } from '@mikro-orm/postgresql';
import { newChallenge } from '../../accounts/index.js';
import type { Clock } from '../../platform/clock.js';
import { ANONYMOUS, ANY_KIND, type Principal } from '../../platform/context.js';
import { storedEmail } from '../../platform/email.rules.js';
import { Fault, invalid } from '../../platform/fault.js';
import { newUuid, publicId, readId } from '../../platform/ids.js';
import { recipientOf } from '../../platform/limits/limits.js';
import { operation } from '../../platform/operation.js';
import { newLinkSecret } from '../../platform/secrets/link-secret.new.js';
import { checkSubmission, fingerprintOf, isPreviewed, triageChecks } from '../checks/index.js';
import type { SubmittedContent } from '../draft.types.js';
import { prepareDraft, prepareSubmission, readDraftInputs, readPublicInputs } from '../drafts/index.js';
import { recordStep, recordTransition } from '../history.query.js';
import type { IntakeContext } from '../intake.context.js';
import { IntakeSubmission } from '../intake.entity.js';
import { EXPIRES_DAYS } from '../intake-state.rules.js';
import { enqueuePreparation, sendContactLetter } from '../letter.query.js';
import { recordAuthor, recordContact } from '../party.query.js';
import { endLinks, hashOfSecret, receiptOf } from '../receipt.query.js';
import { findChecks } from '../submission.query.js';
import type { IntakePreview, IntakeReceiptArgs, IntakeStatus, PreviewIntakeArgs } from '../submission.types.js';
import { readContent } from './content.read.js';
import { intakeContracts } from './contract.schema.js';
import { describeStatus, lockByReceipt, readByReceipt } from './status.query.js';

const DAY_MS = 86_400_000;

export interface SubmitCall {
  readonly input: unknown;
  /** The receipt of the submission that this one replaces. */
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
      const { checks } = prepareDraft(await readDraftInputs(em, submission, relatedId, at));
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
  const replaced = receipt ? await readByReceipt(em, receipt, at) : null;
  if (replaced?.relatedId && replaced.relatedId === readId('sub', productId))
    return { content, relatedId: replaced.relatedId };
  const related = await lockByReceipt(em, productId, at).catch(() => null);
  if (related?.kind !== 'partner_workspace')
    throw invalid([
      {
        pointer: '/fields/productId',
        code: 'not_found',
        detail: 'productId is neither the id of a product nor the receipt of a partner_workspace submission',
      },
    ]);
  recordAuthor(em, related, principal, at);
  const fields = { ...content.fields, productId: publicId('sub', related.id) };
  return { content: { ...content, fields }, relatedId: related.id };
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
    id: newUuid(),
    kind: content.kind,
    state: 'received',
    revision: 1,
    secretHash: hashOfSecret(secret),
    contactVerifiedAt: null,
    contactTokenHash: null,
    contactTokenExpiresAt: null,
    submittedBy: principal.kind === 'session' ? principal.userId : null,
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
  return { submission, receipt: receiptOf(submission, secret) };
}

/** Replaces what was submitted, where something was asked for; another address has to be confirmed again. */
async function replaceContent(
  em: EntityManager,
  receipt: string,
  content: SubmittedContent,
  relatedId: string | null,
  at: Date,
): Promise<Stored> {
  const submission = await lockByReceipt(em, receipt, at);
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

/** A submission for the holder of its receipt. */
export const readSubmission = operation(
  { name: 'intakeSubmission', who: ANY_KIND, limit: 'public-read', share: 'submissions' },
  async function intakeSubmission(
    { em, platform }: IntakeContext,
    { receipt }: IntakeReceiptArgs,
  ): Promise<IntakeStatus> {
    const submission = await readByReceipt(em, receipt, platform.clock.now());
    return describeStatus(submission, receipt.trim(), await findChecks(em, submission), platform.config.workspaceUrl);
  },
);

/** Withdraws a submission with its receipt, until it is decided. */
export const withdrawIntake = operation(
  { name: 'withdrawIntake', who: ['anonymous', 'session'], writes: true, limit: 'public-read', share: 'submissions' },
  async function withdrawIntake(
    { em, platform }: IntakeContext,
    { receipt }: IntakeReceiptArgs,
  ): Promise<IntakeStatus> {
    return em.transactional(async (tx) => {
      const at = platform.clock.now();
      const submission = await lockByReceipt(tx, receipt, at);
      recordTransition(tx, submission, 'withdraw', { at, actor: 'submitter' });
      await tx.flush();
      return describeStatus(submission, receipt.trim(), await findChecks(tx, submission), platform.config.workspaceUrl);
    });
  },
);

const PROBLEMS_MAX = 40;
const CHECKS_MAX = 20;

/**
 * Checks what a form holds so far by the contract and the rules that submitting it would apply, and answers the address of the form with
 * these values in its fragment, which no server sees. It stores nothing; private content and what is too long are refused as at submitting.
 */
export const previewSubmission = operation(
  { name: 'previewIntake', who: ANY_KIND, limit: 'build-search', share: 'submissions', cost: 2_500 },
  async function previewIntake(ctx: IntakeContext, input: PreviewIntakeArgs): Promise<IntakePreview> {
    const { config, clock } = ctx.platform;
    const read = readContent(input);
    const { kind } = input;
    const answer = {
      kind,
      complete: 'content' in read,
      problems: [],
      checks: [],
      missing: [],
      formUrl: formLink(config.workspaceUrl, input),
      contractUrl: config.baseUrl + intakeContracts[kind].$id,
    };
    if ('fault' in read) {
      if (read.fault.code !== 'VALIDATION_FAILED') throw read.fault;
      const problems = (read.fault.errors ?? []).slice(0, PROBLEMS_MAX);
      return { ...answer, problems: problems.map(({ pointer, code, detail }) => ({ pointer, code, detail })) };
    }
    const inputs = await readPublicInputs(ctx.em.fork(), read.content, clock.now());
    const checks = checkSubmission(inputs).filter(isPreviewed);
    return {
      ...answer,
      checks: checks.filter(({ result }) => result !== 'pass').slice(0, CHECKS_MAX),
      missing: [...triageChecks(checks, inputs).missing],
    };
  },
);

/** The most bytes of JSON that a form's link holds; longer links are cut by programs that pass them on. */
export const LINK_BYTES_MAX = 6 * 1024;

/** The address of a kind's form whose fragment fills it in, or null where a link can't hold that much. */
export function formLink(workspaceUrl: string, { kind, ...members }: { readonly kind: string }): string | null {
  const filled = Buffer.from(JSON.stringify(members));
  return filled.length > LINK_BYTES_MAX
    ? null
    : `${workspaceUrl}/submit/${kind}#filled=${filled.toString('base64url')}`;
}

/** Stores submissions of the demo with confirmed contacts and prepares their drafts; no letter is sent, and where there are submissions nothing is done. */
export async function storeSampleSubmissions(
  em: () => EntityManager,
  clock: Clock,
  inputs: readonly Record<string, unknown>[],
): Promise<void> {
  if ((await em().count(IntakeSubmission, {})) > 0) return;
  for (const input of inputs) {
    const read = readContent(input);
    if ('fault' in read) throw read.fault;
    const at = clock.now();
    const id = await em().transactional(async (tx) => {
      const { submission } = createSubmission(tx, { principal: ANONYMOUS }, read.content, null, at);
      recordContact(tx, submission, ANONYMOUS, at);
      await tx.flush();
      return submission.id;
    });
    await prepareSubmission({ em, clock }, publicId('sub', id));
    await em().nativeUpdate(IntakeSubmission, { id }, { contactVerifiedAt: at });
  }
}
