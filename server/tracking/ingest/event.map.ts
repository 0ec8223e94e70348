import { ProductType } from '../../accounts/index.js';
import type { TrackingBinding } from '../../platform/context.js';
import { memberOf } from '../../platform/enum.rules.js';
import { CustomerAccount } from '../account.entity.js';
import { Campaign } from '../campaign.entity.js';
import type { MappedMembers } from '../catalog/index.js';
import { EventFamilyName } from '../event-answer.types.js';
import type { TrackingContext } from '../tracking.open.js';
import type { EventMapping } from './dry-run.types.js';
import { findLinkedProject } from './linked-project.find.js';

/** Maps the event of a dry run to what is stored; members that could not be read are null. Writes nothing. */
export async function mapEvent(
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

/** The account of an event; an event that was stored before accounts were registered domains has the domain that was sent. */
const ACCOUNT = 'coalesce(registered_domain, account_domain)';

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
  return folded > 0 || (await isRecent(ctx, organizationId, ACCOUNT, account ?? domain)) ? 'matched' : 'new';
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
  return folded > 0 || (await isRecent(ctx, organizationId, 'campaign_id', campaignId)) ? 'known' : 'new';
}

/** True when an event since the last fold has the value. */
async function isRecent(
  ctx: TrackingContext,
  organizationId: string,
  column: typeof ACCOUNT | 'campaign_id',
  value: string,
): Promise<boolean> {
  const recent = await ctx.em.execute<unknown[]>(
    `select 1 from tracking_event where organization_id = ? and ${column} = ? and recorded_at > coalesce((select recorded_at from fold_watermark where name = 'adoption'), '-infinity') limit 1`,
    [organizationId, value],
  );
  return recent.length > 0;
}
