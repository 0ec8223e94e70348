import type { AttemptParts } from './attempt.make.js';
import { WebhookEndpoint } from './webhook.entity.js';

/** Encrypts again what a previous SESSION_SECRET had encrypted, so that an operator can drop that one after a day. */
export async function resealSecrets({
  em,
  webhookSecrets,
}: Pick<AttemptParts, 'em' | 'webhookSecrets'>): Promise<void> {
  const endpoints = await em().find(WebhookEndpoint, {}, { fields: ['organizationId', 'id', 'sealedSecret'] });
  for (const { organizationId, id, sealedSecret } of endpoints) {
    const opened = webhookSecrets.open(sealedSecret, id);
    if (opened && !opened.current)
      await em().nativeUpdate(
        WebhookEndpoint,
        { organizationId, id, sealedSecret },
        { sealedSecret: webhookSecrets.seal(opened.text, id) },
      );
  }
}
