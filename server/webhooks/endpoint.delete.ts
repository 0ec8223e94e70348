import { operation } from '../platform/operation.js';
import { auditEndpoint, lockEndpoint, originOf } from './endpoint.query.js';
import type { WebhookInput } from './webhook.types.js';

/** Deletes an endpoint with its messages; what waits is never sent. Answers true. */
export const deleteWebhook = operation(
  { name: 'deleteWebhook', who: ['session'], writes: true, limit: 'workflow' },
  function deleteWebhook(ctx, input: WebhookInput): Promise<boolean> {
    return ctx.em.transactional(async (em) => {
      const webhook = await lockEndpoint(ctx, em, input);
      await em.remove(webhook).flush();
      await auditEndpoint(ctx, em, webhook, { action: 'delete', changes: { url: [originOf(webhook.url), null] } });
      return true;
    });
  },
);
