import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** Secrets of Standard Webhooks begin so; the rest is base64. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new signing secret, in the form that the libraries of Standard Webhooks take. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The headers of Standard Webhooks for one attempt: one signature for each secret that the receiver may know. */
export function signedHeaders(
  secrets: readonly string[],
  { messageId, at, body }: { readonly messageId: string; readonly at: Date; readonly body: string },
): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(messageId, at, body));
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}
