import { LockMode } from '@mikro-orm/core';
import { MemberRole, requireMember } from '../accounts/index.js';
import { selectRows } from '../platform/database/kysely.js';
import { Fault } from '../platform/fault.js';
import { publicId } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { idBefore, pageOf } from '../platform/paging/page.js';
import type { Row } from '../platform/row.types.js';
import { lockEndpoint, noSuchEndpoint, type WebhookTables } from './endpoint.query.js';
import { enqueueSending, messageOf } from './message.write.js';
import { isTaken, makeAttempt } from './messages.send.js';
import { WebhookEndpoint, WebhookMessage, WebhookMessageState } from './webhook.entity.js';
import type { RedeliverWebhookInput, WebhookInput, WebhookMessageList, WebhookMessagesArgs } from './webhook.types.js';
import type { WebhookContext } from './webhooks.open.js';

/** The messages of an endpoint, the newest first, with the outcome of the last attempt; those of the last 90 days are stored. */
export const listWebhookMessages = operation(
  { name: 'webhookMessages', who: ['session'], limit: 'workflow' },
  async function webhookMessages(
    ctx,
    { organizationId, webhookId, limit, cursor }: WebhookMessagesArgs,
  ): Promise<WebhookMessageList> {
    await requireMember(ctx, organizationId, MemberRole.reader);
    const before = idBefore(cursor);
    const endpoint = await ctx.em
      .getKysely<WebhookTables>()
      .selectFrom('webhook_endpoint')
      .where('organization_id', '=', organizationId)
      .where('id', '=', webhookId)
      .select('id')
      .executeTakeFirst();
    if (!endpoint) throw noSuchEndpoint();
    const rows = await selectRows(ctx.em, WebhookMessage)
      .where('t.organization_id', '=', organizationId)
      .where('t.endpoint_id', '=', webhookId)
      .where('t.id', '<', before)
      .orderBy('t.id', 'desc')
      .limit(limit + 1)
      .execute();
    return pageOf(rows, limit, ({ id }) => id);
  },
);

/** The state of a test message whose process ended before the answer. */
const UNFINISHED = { state: WebhookMessageState.failed, attempts: 1, nextAttemptAt: null, lastOutcome: 'interrupted' };

/** Sends a test message at once and answers how it ended. It is not tried again; one that is taken ends a pause. */
export const sendTestWebhook = operation(
  { name: 'sendTestWebhook', who: ['session'], writes: true, limit: 'credential' },
  async function sendTestWebhook(ctx: WebhookContext, input: WebhookInput): Promise<Row<WebhookMessage>> {
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
        data: { webhookId: publicId('whk', id) },
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

/** Has a message sent again, with its id and its retries from the beginning. */
export const redeliverWebhook = operation(
  { name: 'redeliverWebhook', who: ['session'], writes: true, limit: 'workflow' },
  async function redeliverWebhook(
    ctx,
    { organizationId, messageId }: RedeliverWebhookInput,
  ): Promise<Row<WebhookMessage>> {
    await requireMember(ctx, organizationId, MemberRole.admin);
    return ctx.em.transactional(async (em) => {
      const found = await em
        .getKysely<WebhookTables>()
        .selectFrom('webhook_message')
        .where('organization_id', '=', organizationId)
        .where('id', '=', messageId)
        .select('endpoint_id')
        .executeTakeFirst();
      if (!found) throw new Fault('NOT_FOUND', { say: 'There is no such message in this organization.' });
      const { disabledAt, id } = await lockEndpoint(ctx, em, { organizationId, webhookId: found.endpoint_id });
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
