import { type ProductType } from '../accounts/index.js';
import type { PrincipalOf, RequestContext } from '../platform/context.js';
import { Fault } from '../platform/fault.js';
import { operation } from '../platform/operation.js';
import type { DryRunReply, EventMapping } from './dry-run.types.js';
import { refusalOf, requireLivingKey, trackingKeyOf } from './event.accept.js';
import { readKeptEvents } from './event.read.js';
import { checkEvent } from './event.rules.js';
import type { CheckedEvent, MappedMembers } from './event.shapes.js';
import type { EventFamilyName } from './event.types.js';
import { recordedAgainst } from './fingerprint.rules.js';

/** Validates an event and says what a real call would answer; writes nothing at all, not even a verdict (decisions §4, Dry-run). */
export const dryRunEvent = operation(
  { name: 'dryRunEvent', who: ['tracking_key'], limit: 'dry-run' },
  async (ctx, raw: unknown): Promise<DryRunReply> => {
    await requireLivingKey(ctx);
    const key = trackingKeyOf(ctx);
    const checked = await checkEvent(raw, key.binding, ctx.platform.clock.now(), 'dry-run');
    if (!checked.ok) throw await dryRefusal(ctx, key, checked);
    const { event, stripped, warnings } = checked;
    const ignored = await isIgnored(ctx, key);
    const mapping = await mappingOf(ctx, key, event, ignored);
    return {
      accepted: true,
      stored: false,
      wouldBe: await wouldBe(ctx, key, event, ignored),
      mapping,
      stripped,
      warnings,
    };
  },
  { refuse: refuseDryRun },
);

async function refuseDryRun(ctx: RequestContext, raw: unknown): Promise<Fault | null> {
  await requireLivingKey(ctx);
  const key = trackingKeyOf(ctx);
  const checked = await checkEvent(raw, key.binding, ctx.platform.clock.now(), 'dry-run');
  return checked.ok ? null : dryRefusal(ctx, key, checked);
}

async function dryRefusal(
  ctx: RequestContext,
  key: PrincipalOf<'tracking_key'>,
  refused: Extract<CheckedEvent, { ok: false }>,
): Promise<Fault> {
  const mapping = await mappingOf(ctx, key, refused.partial, await isIgnored(ctx, key));
  return refusalOf(refused, {
    accepted: false,
    stored: false,
    mapping,
    stripped: refused.stripped,
    warnings: refused.warnings,
  });
}

async function isIgnored(ctx: RequestContext, { binding }: PrincipalOf<'tracking_key'>): Promise<boolean> {
  const rows = await ctx.em.execute<unknown[]>(
    "select 1 from product where organization_id = ? and id = ? and status = 'ignored'",
    [binding.organizationId, binding.productUuid],
  );
  return rows.length > 0;
}

async function wouldBe(
  ctx: RequestContext,
  { binding }: PrincipalOf<'tracking_key'>,
  event: { idempotencyKey: string; fingerprint: Buffer; payload: Record<string, unknown> },
  ignored: boolean,
): Promise<string> {
  const kept =
    event.idempotencyKey === ''
      ? undefined
      : (await readKeptEvents(ctx.em, binding.organizationId, [event.idempotencyKey])).get(event.idempotencyKey);
  return kept ? recordedAgainst(event, kept).status : ignored ? 'ignored' : 'tracked';
}

/** What was understood of the event; members that could not be read are null. */
async function mappingOf(
  ctx: RequestContext,
  { binding }: PrincipalOf<'tracking_key'>,
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
      family: (event.eventFamily ?? null) as EventFamilyName | null,
      familySource: event.familySource ?? null,
    },
    product: {
      id: product?.id ?? null,
      name: product?.name ?? null,
      type: (product?.type ?? null) as ProductType | null,
      status: product ? (own ? (ignored ? 'ignored' : 'registered') : 'other') : null,
    },
    account: {
      domain,
      status: await accountStatus(ctx, binding.organizationId, domain, event.vendorOwnDomain ?? false),
    },
    campaign: {
      campaignId,
      source: event.attributionSource ?? null,
      status: await campaignStatus(ctx, binding.organizationId, campaignId),
    },
    developer: { id: event.developerId ?? null },
    project: { id: event.projectId ?? null, status: event.projectId ? 'unknown' : 'absent' },
    receipt: event.receipt ?? null,
    occurredAt: event.occurredAt ?? null,
  };
}

async function accountStatus(
  ctx: RequestContext,
  organizationId: string,
  domain: string | null,
  own: boolean,
): Promise<string> {
  if (domain === null) return 'absent';
  if (own) return 'vendor_own_domain';
  return (await isSeen(ctx, organizationId, 'customer_account', 'domain', 'account_domain', domain))
    ? 'matched'
    : 'new';
}

async function campaignStatus(ctx: RequestContext, organizationId: string, campaignId: string | null): Promise<string> {
  if (campaignId === null) return 'absent';
  return (await isSeen(ctx, organizationId, 'campaign', 'campaign_id', 'campaign_id', campaignId)) ? 'known' : 'new';
}

/** Folding has noted it, or an event since the last fold has it. */
async function isSeen(
  ctx: RequestContext,
  organizationId: string,
  table: 'customer_account' | 'campaign',
  column: string,
  eventColumn: string,
  value: string,
): Promise<boolean> {
  const noted = await ctx.em.execute<unknown[]>(`select 1 from ${table} where organization_id = ? and ${column} = ?`, [
    organizationId,
    value,
  ]);
  if (noted.length) return true;
  const recent = await ctx.em.execute<unknown[]>(
    `select 1 from tracking_event where organization_id = ? and ${eventColumn} = ? and recorded_at > coalesce((select recorded_at from fold_watermark where name = 'adoption_daily'), '-infinity') limit 1`,
    [organizationId, value],
  );
  return recent.length > 0;
}
