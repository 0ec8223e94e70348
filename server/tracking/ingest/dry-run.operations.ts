import { isIgnoredProduct, loadBinding, MemberRole, ProductType, requireMember } from '../../accounts/index.js';
import type { TrackingBinding } from '../../platform/context.js';
import { memberOf } from '../../platform/enum.rules.js';
import { Fault } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import type { AcceptedEvent, CheckedEvent, FieldProblem, MappedMembers, RefusedEvent } from '../catalog/index.js';
import { checkEvent, recordedAgainst, withoutProjectWarning } from '../check/index.js';
import { EventFamilyName } from '../event-answer.types.js';
import { Campaign, CustomerAccount } from '../fold.entity.js';
import { isIgnoredEvent } from '../ignored-event.query.js';
import { productUuidOf } from '../product.query.js';
import type { TrackingContext } from '../tracking.open.js';
import type { DryRunPayloadInput, DryRunReply, EventMapping, PayloadReply } from './dry-run.types.js';
import { findLinkedProject, requireActiveKey, requireTrackingKey } from './event.accept.js';
import { refusalOf } from './event.operations.js';
import { hasRecentEvent, readStoredEvents } from './stored-event.query.js';

/** Validates an event and answers what a real call would; writes nothing at all, not even a verdict (decisions §4, Dry-run). */
export const dryRunEvent = operation(
  { name: 'dryRunEvent', who: ['tracking_key'], limit: 'dry-run' },
  async function dryRunEvent(ctx: TrackingContext, raw: unknown): Promise<DryRunReply> {
    await requireActiveKey(ctx);
    const { binding } = requireTrackingKey(ctx);
    const checked = checkEvent(raw, binding, ctx.platform.clock.now(), 'dry-run');
    if (!checked.ok) throw await dryRefusal(ctx, binding, checked);
    return replyOfAccepted(ctx, binding, checked);
  },
  { refuse: refuseDryRun },
);

async function refuseDryRun(ctx: TrackingContext, raw: unknown): Promise<Fault | null> {
  await requireActiveKey(ctx);
  const { binding } = requireTrackingKey(ctx);
  const checked = checkEvent(raw, binding, ctx.platform.clock.now(), 'dry-run');
  return checked.ok ? null : dryRefusal(ctx, binding, checked);
}

/** The answer that a real call of this valid event would get now. */
async function replyOfAccepted(
  ctx: TrackingContext,
  binding: TrackingBinding,
  checked: AcceptedEvent,
): Promise<DryRunReply> {
  const { event, stripped } = checked;
  const ignored = await isIgnoredProduct(ctx.em, binding.organizationId, binding.productUuid);
  const mapping = await mapEvent(ctx, binding, event, ignored);
  return {
    accepted: true,
    stored: false,
    wouldBe: await wouldBe(ctx, binding, event, ignored || (await isIgnoredEvent(ctx.em, binding, event.eventName))),
    mapping,
    stripped,
    warnings: warningsOf(checked, mapping),
  };
}

/** The members that could be understood of an event that a real call would refuse. */
async function understoodOf(
  ctx: TrackingContext,
  binding: TrackingBinding,
  refused: RefusedEvent,
): Promise<Pick<DryRunReply, 'mapping' | 'stripped' | 'warnings'>> {
  const ignored = await isIgnoredProduct(ctx.em, binding.organizationId, binding.productUuid);
  const mapping = await mapEvent(ctx, binding, refused.partial, ignored);
  return { mapping, stripped: refused.stripped, warnings: warningsOf(refused, mapping) };
}

const dryRefusal = async (ctx: TrackingContext, binding: TrackingBinding, refused: RefusedEvent): Promise<Fault> =>
  refusalOf(refused, { accepted: false, stored: false, ...(await understoodOf(ctx, binding, refused)) });

const warningsOf = ({ warnings }: CheckedEvent, { project }: EventMapping): FieldProblem[] =>
  project.status === 'linked' ? withoutProjectWarning(warnings) : warnings;

async function wouldBe(
  ctx: TrackingContext,
  binding: TrackingBinding,
  event: { idempotencyKey: string; fingerprint: Buffer; payload: Record<string, unknown> },
  ignored: boolean,
): Promise<string> {
  const stored =
    event.idempotencyKey === ''
      ? undefined
      : (await readStoredEvents(ctx.em, binding.organizationId, [event.idempotencyKey])).get(event.idempotencyKey);
  return stored ? recordedAgainst(event, stored).status : ignored ? 'ignored' : 'tracked';
}

/** The dry-run of the workspace: a member pastes a payload and learns what a key of the product would be answered; it writes nothing. */
export const dryRunPayload = operation(
  { name: 'dryRunPayload', who: ['session'], limit: 'workflow' },
  async function dryRunPayload(
    ctx: TrackingContext,
    { organizationId, productId, payload }: DryRunPayloadInput,
  ): Promise<PayloadReply> {
    await requireMember(ctx, organizationId, MemberRole.member);
    const productUuid = await productUuidOf(ctx.em, organizationId, productId);
    const binding = await loadBinding(ctx.em, organizationId, productUuid);
    if (!binding) throw new Fault('NOT_FOUND', { say: 'There is no such product in this organization.' });
    const checked = checkEvent(payload, binding, ctx.platform.clock.now(), 'dry-run');
    const advice = { errors: [], suggestedPayload: null, missing: [] };
    if (checked.ok) return { ...(await replyOfAccepted(ctx, binding, checked)), ...advice };
    return {
      accepted: false,
      wouldBe: null,
      ...(await understoodOf(ctx, binding, checked)),
      errors: checked.problems,
      suggestedPayload: checked.suggestedPayload ?? null,
      missing: checked.missing ?? [],
    };
  },
);

/** Maps the event of a dry run to what is stored; members that could not be read are null. Writes nothing. */
async function mapEvent(
  ctx: TrackingContext,
  binding: TrackingBinding,
  event: MappedMembers,
  ignored: boolean,
): Promise<EventMapping> {
  const { product } = event;
  const own = product && (product.id === binding.productId || binding.aliases.includes(product.id));
  const domain = event.accountDomain ?? null;
  const campaignId = event.campaignId ?? null;
  return {
    event: {
      name: event.eventName ?? null,
      family: memberOf(EventFamilyName, event.eventFamily),
      familySource: event.familySource ?? null,
    },
    product: {
      id: product?.id ?? null,
      name: product?.name ?? null,
      type: memberOf(ProductType, product?.type),
      status: product ? (own ? (ignored ? 'ignored' : 'registered') : 'other') : null,
    },
    account: {
      domain,
      status: await accountStatus(ctx, binding.organizationId, domain, event),
    },
    campaign: {
      campaignId,
      source: event.attributionSource ?? null,
      status: await campaignStatus(ctx, binding.organizationId, campaignId),
    },
    developer: { id: event.developerId ?? null },
    project: { id: event.projectId ?? null, status: await projectStatus(ctx, binding, event.projectId) },
    receipt: event.receipt ?? null,
    occurredAt: event.occurredAt ?? null,
  };
}

async function accountStatus(
  ctx: TrackingContext,
  organizationId: string,
  domain: string | null,
  { account, vendorOwnDomain, freeMail }: MappedMembers,
): Promise<string> {
  if (domain === null) return 'absent';
  if (vendorOwnDomain) return 'vendor_own_domain';
  if (freeMail) return 'free_mail';
  const folded = await ctx.em.count(CustomerAccount, { organizationId, domain: account ?? domain });
  return folded > 0 || (await hasRecentEvent(ctx.em, organizationId, 'account', account ?? domain)) ? 'matched' : 'new';
}

async function projectStatus(
  ctx: TrackingContext,
  binding: TrackingBinding,
  projectId: string | null | undefined,
): Promise<string> {
  if (!projectId) return 'absent';
  return (await findLinkedProject(ctx, binding, projectId)) === null ? 'unknown' : 'linked';
}

async function campaignStatus(
  ctx: TrackingContext,
  organizationId: string,
  campaignId: string | null,
): Promise<string> {
  if (campaignId === null) return 'absent';
  const folded = await ctx.em.count(Campaign, { organizationId, campaignId });
  return folded > 0 || (await hasRecentEvent(ctx.em, organizationId, 'campaign', campaignId)) ? 'known' : 'new';
}
