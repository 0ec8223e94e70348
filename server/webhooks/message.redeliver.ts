import { LockMode } from '@mikro-orm/core';
import { MemberRole, requireMember } from '../accounts/index.js';
import { Fault } from '../platform/fault.js';
import { operation } from '../platform/operation.js';
import { lockEndpoint } from './endpoint.query.js';
import { enqueueSending } from './message.write.js';
import { WebhookMessage, WebhookMessageState } from './webhook.entity.js';
import type { RedeliverWebhookInput } from './webhook.types.js';

/** Has a message sent again, with its id and its retries from the beginning. */
export const redeliverWebhook = operation(
  { name: 'redeliverWebhook', who: ['session'], writes: true, limit: 'workflow' },
  async function redeliverWebhook(ctx, { organizationId, messageId }: RedeliverWebhookInput): Promise<WebhookMessage> {
    await requireMember(ctx, organizationId, MemberRole.admin);
    return ctx.em.transactional(async (em) => {
      const found = await em.findOne(WebhookMessage, { organizationId, id: messageId }, { fields: ['endpointId'] });
      if (!found) throw new Fault('NOT_FOUND', { say: 'There is no such message in this organization.' });
      const { disabledAt, id } = await lockEndpoint(ctx, em, { organizationId, webhookId: found.endpointId });
      if (disabledAt)
        throw new Fault('STATE_CONFLICT', { say: 'This webhook is switched off: switch it on before you send again.' });
      const message = await em.findOneOrFail(
        WebhookMessage,
        { organizationId, id: messageId },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (message.state !== WebhookMessageState.waiting) message.attempts = 0;
      message.state = WebhookMessageState.waiting;
      message.nextAttemptAt = ctx.platform.clock.now();
      await em.flush();
      await enqueueSending(em, ctx.platform.log, { organizationId, endpointId: id });
      return message;
    });
  },
);
