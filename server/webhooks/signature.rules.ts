import { createHmac, randomBytes } from 'node:crypto';

/** How the secrets of Standard Webhooks begin; what follows is base64. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new signing secret, in the form that the libraries of Standard Webhooks take. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The headers of Standard Webhooks for one attempt: one signature for each secret that the receiver may know. */
export function signedHeaders(
  secrets: readonly string[],
  { messageId, at, body }: { readonly messageId: string; readonly at: Date; readonly body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const content = `${messageId}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  });
  return { 'webhook-id': messageId, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
