import type { Config } from '../platform/config.js';
import type { RequestContext } from '../platform/context.js';
import { openSealer, type Sealer } from '../platform/secrets/secret.seal.js';

/** What webhooks keep in the process. */
export interface WebhookParts {
  readonly webhookSecrets: Sealer;
}

export type WebhookContext = RequestContext<WebhookParts>;

/** Opens what encrypts the secrets that messages are signed with. */
export const openWebhooks = (
  { sessionSecretsPrevious }: Pick<Config, 'sessionSecretsPrevious'>,
  sessionSecret: string,
): WebhookParts => ({ webhookSecrets: openSealer('webhook', sessionSecret, sessionSecretsPrevious) });
