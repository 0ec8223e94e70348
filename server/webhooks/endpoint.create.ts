import { MemberRole, personOf, requireMember } from '../accounts/index.js';
import { invalid } from '../platform/fault.js';
import { newUuid, publicId } from '../platform/ids.js';
import { refuseBeyond } from '../platform/limits/entry-limits.js';
import { operation } from '../platform/operation.js';
import { auditEndpoint, originOf, refuseAddress } from './endpoint.query.js';
import { newSecret } from './signature.rules.js';
import { WebhookEndpoint } from './webhook.entity.js';
import type { CreateWebhookInput, WebhookSecret } from './webhook.types.js';
import type { WebhookContext } from './webhooks.open.js';

/** Creates an endpoint. Its signing secret is shown in this answer alone, so the answer is never kept or replayed. */
export const createWebhook = operation(
  { name: 'createWebhook', who: ['session'], writes: true, limit: 'credential' },
  async function createWebhook(ctx: WebhookContext, input: CreateWebhookInput): Promise<WebhookSecret> {
    const { organizationId, url, accountFirstEvent, trackingKeyUnused } = input;
    await requireMember(ctx, organizationId, MemberRole.admin);
    const refusedPercent = input.refusedPercent ?? null;
    if (!accountFirstEvent && !trackingKeyUnused && refusedPercent === null)
      throw invalid([{ pointer: '', code: 'nothing_to_send', detail: 'choose at least one kind of message' }]);
    refuseAddress(ctx, url);
    const now = ctx.platform.clock.now();
    const secret = newSecret();
    const id = publicId('whk', newUuid());
    return ctx.em.transactional(async (em) => {
      const webhook = em.create(WebhookEndpoint, {
        organizationId,
        id,
        url,
        accountFirstEvent,
        trackingKeyUnused,
        refusedPercent,
        sealedSecret: ctx.parts.webhookSecrets.seal(secret, id),
        refusedSince: {},
        createdBy: personOf(ctx),
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
      return { secret, webhook };
    });
  },
);
