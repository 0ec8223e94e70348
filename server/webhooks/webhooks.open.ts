import type { Config } from '../platform/config.js';
import type { RequestContext } from '../platform/context.js';
import { openSealer, type Sealer } from '../platform/secrets/secret.seal.js';

/** The parts of webhooks that the process keeps. */
export interface WebhookParts {
  readonly webhookSecrets: Sealer;
}

export type WebhookContext = RequestContext<WebhookParts>;

/** Opens the encryption of the secrets that sign messages. */
export const openWebhooks = (
  { sessionSecretsPrevious }: Pick<Config, 'sessionSecretsPrevious'>,
  sessionSecret: string,
): WebhookParts => ({ webhookSecrets: openSealer('webhook', sessionSecret, sessionSecretsPrevious) });
