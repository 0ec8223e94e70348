import { invalid } from '../platform/fault.js';
import { operation } from '../platform/operation.js';
import { auditEndpoint, giveUpWaiting, lockEndpoint, originOf, refuseAddress } from './endpoint.query.js';
import { type WebhookEndpoint, WebhookStop } from './webhook.entity.js';
import type { UpdateWebhookInput } from './webhook.types.js';

type Changes = Record<string, [unknown, unknown]>;

/** Changes where an endpoint's messages go and of what kinds they are, and switches it off or on. */
export const updateWebhook = operation(
  { name: 'updateWebhook', who: ['session'], writes: true, limit: 'workflow' },
  function updateWebhook(ctx, input: UpdateWebhookInput): Promise<WebhookEndpoint> {
    return ctx.em.transactional(async (em) => {
      const webhook = await lockEndpoint(ctx, em, input);
      if (input.url) refuseAddress(ctx, input.url);
      const now = ctx.platform.clock.now();
      const changes = { ...changeTarget(webhook, input), ...changeState(webhook, input.enabled ?? null, now) };
      if (!webhook.accountFirstEvent && !webhook.trackingKeyUnused && webhook.refusedPercent === null)
        throw invalid([{ pointer: '', code: 'nothing_to_send', detail: 'choose at least one kind of message' }]);
      if (Object.keys(changes).length === 0) return webhook;
      webhook.updatedAt = now;
      await em.flush();
      if (changes.enabled && webhook.disabledAt) await giveUpWaiting(em, webhook.organizationId, webhook.id);
      await auditEndpoint(ctx, em, webhook, { action: 'update', changes });
      return webhook;
    });
  },
);

function changeTarget(
  webhook: WebhookEndpoint,
  { url, accountFirstEvent, trackingKeyUnused, refusedPercent }: UpdateWebhookInput,
): Changes {
  const changes: Changes = {};
  if (url && url !== webhook.url) {
    changes.url = [originOf(webhook.url), originOf(url)];
    Object.assign(webhook, { url, failingSince: null, pausedUntil: null });
  }
  const kinds = {
    accountFirstEvent: accountFirstEvent ?? webhook.accountFirstEvent,
    trackingKeyUnused: trackingKeyUnused ?? webhook.trackingKeyUnused,
    refusedPercent: refusedPercent === undefined ? webhook.refusedPercent : refusedPercent,
  };
  for (const name of ['accountFirstEvent', 'trackingKeyUnused', 'refusedPercent'] as const)
    if (kinds[name] !== webhook[name]) changes[name] = [webhook[name], kinds[name]];
  if (changes.refusedPercent) webhook.refusedSince = {};
  Object.assign(webhook, kinds);
  return changes;
}

function changeState(webhook: WebhookEndpoint, enabled: boolean | null, now: Date): Changes {
  if (enabled === null || enabled === (webhook.disabledAt === null)) return {};
  Object.assign(webhook, {
    disabledAt: enabled ? null : now,
    disabledReason: enabled ? null : WebhookStop.owner,
    failingSince: null,
    pausedUntil: null,
    refusedSince: {},
  });
  return { enabled: [!enabled, enabled] };
}
