import type { EntityManager } from '@mikro-orm/postgresql';
import type { Platform } from '../platform/context.js';
import { FetchRefused, guardedPost } from '../platform/outbound/guarded.fetch.js';
import type { Sealer } from '../platform/secrets/secret.seal.js';
import { signedHeaders } from './signature.rules.js';
import type { WebhookEndpoint, WebhookMessage } from './webhook.entity.js';

const TIMEOUT_MS = 10_000;

export interface AttemptParts extends Pick<Platform, 'config' | 'clock' | 'log'> {
  em(): EntityManager;
  readonly webhookSecrets: Sealer;
}

/** How one attempt ended: the status of the answer, or why there was none. */
export interface AttemptEnd {
  readonly lastStatus: number | null;
  readonly lastOutcome: string;
}

/** Whether a receiver took the message. */
export const isTaken = ({ lastStatus }: AttemptEnd): boolean =>
  lastStatus !== null && lastStatus >= 200 && lastStatus < 300;

/** Signs a message and posts it once; nothing is read or written beside. Rejects for nothing that the other side can do. */
export async function makeAttempt(
  { config, clock, webhookSecrets }: AttemptParts,
  endpoint: Pick<WebhookEndpoint, 'id' | 'url' | 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretUntil'>,
  { id, body }: Pick<WebhookMessage, 'id' | 'body'>,
): Promise<AttemptEnd> {
  const now = clock.now();
  const { sealedSecret, sealedPreviousSecret, previousSecretUntil } = endpoint;
  const secret = webhookSecrets.open(sealedSecret, endpoint.id)?.text;
  if (secret === undefined) return { lastStatus: null, lastOutcome: 'secret_unreadable' };
  const both = sealedPreviousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now;
  const previous = both ? webhookSecrets.open(sealedPreviousSecret, endpoint.id)?.text : undefined;
  const headers = {
    'content-type': 'application/json',
    ...signedHeaders(previous === undefined ? [secret] : [secret, previous], { messageId: id, at: now, body }),
  };
  try {
    const bounds = { timeoutMs: TIMEOUT_MS, allow: config.outboundAllow };
    const { status } = await guardedPost(endpoint.url, { headers, body }, bounds);
    return { lastStatus: status, lastOutcome: 'answered' };
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    return { lastStatus: null, lastOutcome: error.reason };
  }
}
