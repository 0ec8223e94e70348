import { isEnough, MemberRole, ownerOf, requireMember } from '../accounts/index.js';
import { selectRows } from '../platform/database/kysely.js';
import { invalid } from '../platform/fault.js';
import { newUuid } from '../platform/ids.js';
import { refuseBeyond } from '../platform/limits/entry-limits.js';
import { operation } from '../platform/operation.js';
import {
  auditEndpoint,
  giveUpWaiting,
  lockEndpoint,
  originOf,
  refuseAddress,
  sealSecret,
  webhookAnswer,
} from './endpoint.query.js';
import { newSecret } from './signature.rules.js';
import { WebhookEndpoint, WebhookStop } from './webhook.entity.js';
import type {
  CreateWebhookInput,
  UpdateWebhookInput,
  WebhookAnswer,
  WebhookInput,
  WebhookSecret,
  WebhooksArgs,
} from './webhook.types.js';
import type { WebhookContext } from './webhooks.open.js';

/** The organization's endpoints, the newest first (their number is bounded where they are made); never a secret. */
export const listWebhooks = operation(
  { name: 'webhooks', who: ['session'], limit: 'workflow' },
  async function webhooks(ctx, { organizationId }: WebhooksArgs): Promise<WebhookAnswer[]> {
    const { role } = await requireMember(ctx, organizationId, MemberRole.reader);
    const found = await selectRows(ctx.em, WebhookEndpoint)
      .where('t.organization_id', '=', organizationId)
      .orderBy('t.id', 'desc')
      .execute();
    const answers = found.map(webhookAnswer);
    return isEnough(role, MemberRole.admin) ? answers : answers.map((one) => ({ ...one, url: originOf(one.url) }));
  },
);

/** Creates an endpoint. Its signing secret is shown in this answer alone, so the answer is never kept or replayed. */
export const createWebhook = operation(
  { name: 'createWebhook', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  async function createWebhook(ctx: WebhookContext, input: CreateWebhookInput): Promise<WebhookSecret> {
    const { organizationId, url, accountFirstEvent, trackingKeyUnused } = input;
    await requireMember(ctx, organizationId, MemberRole.admin);
    const refusedPercent = input.refusedPercent ?? null;
    if (!accountFirstEvent && !trackingKeyUnused && refusedPercent === null)
      throw invalid([{ pointer: '', code: 'nothing_to_send', detail: 'choose at least one kind of message' }]);
    refuseAddress(ctx, url);
    const now = ctx.platform.clock.now();
    const secret = newSecret();
    const id = newUuid();
    return ctx.em.transactional(async (em) => {
      const webhook = em.create(WebhookEndpoint, {
        organizationId,
        id,
        url,
        accountFirstEvent,
        trackingKeyUnused,
        refusedPercent,
        sealedSecret: sealSecret(ctx.parts.webhookSecrets, secret, id),
        refusedSince: {},
        createdBy: ownerOf(ctx),
        createdAt: now,
        updatedAt: now,
      });
      await em.flush();
      await auditEndpoint(ctx, em, webhook, {
        action: 'create',
        changes: {
          url: [null, originOf(url)],
          accountFirstEvent: [null, accountFirstEvent],
          trackingKeyUnused: [null, trackingKeyUnused],
          refusedPercent: [null, refusedPercent],
        },
      });
      refuseBeyond('webhooks', await em.count(WebhookEndpoint, { organizationId }));
      return { secret, webhook: webhookAnswer(webhook) };
    });
  },
);

type Changes = Record<string, [unknown, unknown]>;

/** Changes where an endpoint's messages go and of what kinds they are, and switches it off or on. */
export const updateWebhook = operation(
  { name: 'updateWebhook', who: ['session'], writes: true, limit: 'workflow' },
  function updateWebhook(ctx, input: UpdateWebhookInput): Promise<WebhookAnswer> {
    return ctx.em.transactional(async (em) => {
      const webhook = await lockEndpoint(ctx, em, input);
      if (input.url) refuseAddress(ctx, input.url);
      const now = ctx.platform.clock.now();
      const changes = { ...changeTarget(webhook, input), ...changeState(webhook, input.enabled ?? null, now) };
      if (!webhook.accountFirstEvent && !webhook.trackingKeyUnused && webhook.refusedPercent === null)
        throw invalid([{ pointer: '', code: 'nothing_to_send', detail: 'choose at least one kind of message' }]);
      if (Object.keys(changes).length === 0) return webhookAnswer(webhook);
      webhook.updatedAt = now;
      await em.flush();
      if (changes.enabled && webhook.disabledAt) await giveUpWaiting(em, webhook.organizationId, webhook.id);
      await auditEndpoint(ctx, em, webhook, { action: 'update', changes });
      return webhookAnswer(webhook);
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

/** The time for which the secret of before signs beside the new one, so that a receiver can change it without missing a message. */
const OVERLAP_MS = 24 * 3_600_000;

/** Replaces the signing secret; the new one is shown in this answer alone. Both sign for a day. */
export const rotateWebhookSecret = operation(
  { name: 'rotateWebhookSecret', who: ['session'], writes: true, limit: 'credential', fresh: 'always' },
  function rotateWebhookSecret(ctx: WebhookContext, input: WebhookInput): Promise<WebhookSecret> {
    return ctx.em.transactional(async (em) => {
      const webhook = await lockEndpoint(ctx, em, input);
      const now = ctx.platform.clock.now();
      const secret = newSecret();
      const until = new Date(now.getTime() + OVERLAP_MS);
      webhook.sealedPreviousSecret = webhook.sealedSecret;
      webhook.previousSecretUntil = until;
      webhook.sealedSecret = sealSecret(ctx.parts.webhookSecrets, secret, webhook.id);
      webhook.updatedAt = now;
      await em.flush();
      await auditEndpoint(ctx, em, webhook, {
        action: 'rotate_secret',
        changes: { previousSecretUntil: [null, until.toISOString()] },
      });
      return { secret, webhook: webhookAnswer(webhook) };
    });
  },
);

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
