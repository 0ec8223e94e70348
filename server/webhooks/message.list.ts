import { MemberRole, requireMember } from '../accounts/index.js';
import { uuidOf } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { idBefore, pageOf } from '../platform/paging/page.js';
import { noSuchEndpoint } from './endpoint.query.js';
import { WebhookEndpoint, WebhookMessage } from './webhook.entity.js';
import type { WebhookMessageList, WebhookMessagesArgs } from './webhook.types.js';

/** The messages of an endpoint, the newest first, with the outcome of the last attempt; those of the last 90 days are stored. */
export const listWebhookMessages = operation(
  { name: 'webhookMessages', who: ['session'], limit: 'workflow' },
  async function webhookMessages(
    ctx,
    { organizationId, webhookId, limit, cursor }: WebhookMessagesArgs,
  ): Promise<WebhookMessageList> {
    await requireMember(ctx, organizationId, MemberRole.member);
    const before = idBefore(cursor);
    if ((await ctx.em.count(WebhookEndpoint, { organizationId, id: webhookId })) === 0) throw noSuchEndpoint();
    const rows = await ctx.em.find(
      WebhookMessage,
      { organizationId, endpointId: webhookId, id: { $lt: before } },
      { orderBy: { id: 'desc' }, limit: limit + 1, disableIdentityMap: true },
    );
    return pageOf(rows, limit, ({ id }) => uuidOf('msg', id) ?? '');
  },
);
