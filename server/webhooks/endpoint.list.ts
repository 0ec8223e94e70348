import { MemberRole, requireMember } from '../accounts/index.js';
import { operation } from '../platform/operation.js';
import { originOf } from './endpoint.query.js';
import { WebhookEndpoint } from './webhook.entity.js';
import type { WebhooksArgs } from './webhook.types.js';

/** The organization's endpoints, the newest first (their number is bounded where they are made); never a secret. */
export const listWebhooks = operation(
  { name: 'webhooks', who: ['session'], limit: 'workflow' },
  async function webhooks(ctx, { organizationId }: WebhooksArgs): Promise<WebhookEndpoint[]> {
    const { role } = await requireMember(ctx, organizationId, MemberRole.member);
    const found = await ctx.em.find(
      WebhookEndpoint,
      { organizationId },
      { orderBy: { id: 'desc' }, disableIdentityMap: true },
    );
    if (role === MemberRole.member) for (const one of found) one.url = originOf(one.url);
    return found;
  },
);
