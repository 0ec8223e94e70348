import { operation } from '../platform/operation.js';
import { auditEndpoint, lockEndpoint } from './endpoint.query.js';
import { newSecret } from './signature.rules.js';
import type { WebhookInput, WebhookSecret } from './webhook.types.js';
import type { WebhookContext } from './webhooks.open.js';

/** How long the secret of before signs beside the new one, so that a receiver can change it without missing a message. */
const OVERLAP_MS = 24 * 3_600_000;

/** Replaces the signing secret; the new one is shown in this answer alone. Both sign for a day. */
export const rotateWebhookSecret = operation(
  { name: 'rotateWebhookSecret', who: ['session'], writes: true, limit: 'credential' },
  function rotateWebhookSecret(ctx: WebhookContext, input: WebhookInput): Promise<WebhookSecret> {
    return ctx.em.transactional(async (em) => {
      const webhook = await lockEndpoint(ctx, em, input);
      const now = ctx.platform.clock.now();
      const secret = newSecret();
      const until = new Date(now.getTime() + OVERLAP_MS);
      webhook.sealedPreviousSecret = webhook.sealedSecret;
      webhook.previousSecretUntil = until;
      webhook.sealedSecret = ctx.parts.webhookSecrets.seal(secret, webhook.id);
      webhook.updatedAt = now;
      await em.flush();
      await auditEndpoint(ctx, em, webhook, {
        action: 'rotate_secret',
        changes: { previousSecretUntil: [null, until.toISOString()] },
      });
      return { secret, webhook };
    });
  },
);
