import { operation } from '../platform/operation.js';
import { isTaken, makeAttempt } from './attempt.make.js';
import { lockEndpoint } from './endpoint.query.js';
import { messageOf } from './message.write.js';
import { WebhookEndpoint, WebhookMessage, WebhookMessageState } from './webhook.entity.js';
import type { WebhookInput } from './webhook.types.js';
import type { WebhookContext } from './webhooks.open.js';

/** What a test shows whose process ended before the answer. */
const UNFINISHED = { state: WebhookMessageState.failed, attempts: 1, nextAttemptAt: null, lastOutcome: 'interrupted' };

/** Sends a test message at once and answers how it ended. It is not tried again; one that is taken ends a pause. */
export const sendTestWebhook = operation(
  { name: 'sendTestWebhook', who: ['session'], writes: true, limit: 'credential' },
  async function sendTestWebhook(ctx: WebhookContext, input: WebhookInput): Promise<WebhookMessage> {
    const at = ctx.platform.clock.now();
    const { endpoint, message } = await ctx.em.transactional(async (em) => {
      const found = await lockEndpoint(ctx, em, input);
      const { organizationId, id } = found;
      const row = messageOf({
        organizationId,
        endpointId: id,
        type: 'webhook.test',
        subject: `${ctx.requestId} ${at.toISOString()}`,
        at,
        data: { webhookId: id },
      });
      const made = em.create(WebhookMessage, { ...row, ...UNFINISHED, lastAttemptAt: at });
      await em.flush();
      return { endpoint: found, message: made };
    });
    const { platform, parts } = ctx;
    const end = await makeAttempt({ ...platform, ...parts }, endpoint, message);
    const state = isTaken(end) ? WebhookMessageState.delivered : WebhookMessageState.failed;
    const { organizationId, id } = message;
    await platform.em().transactional(async (em) => {
      await em.nativeUpdate(WebhookMessage, { organizationId, id }, { ...end, state });
      if (state === WebhookMessageState.delivered)
        await em.nativeUpdate(
          WebhookEndpoint,
          { organizationId, id: endpoint.id },
          { failingSince: null, pausedUntil: null },
        );
    });
    return Object.assign(message, end, { state });
  },
);
