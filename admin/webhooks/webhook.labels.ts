import type { Webhook, WebhookMessage } from '../providers/generated/operations.js';

/** The kinds of messages of a webhook, in short. */
export function kindsOf({ accountFirstEvent, trackingKeyUnused, refusedPercent }: Webhook): string[] {
  return [
    ...(accountFirstEvent ? ['first event of an account'] : []),
    ...(refusedPercent === null ? [] : [`refused share above ${refusedPercent} %`]),
    ...(trackingKeyUnused ? ['key unused for 30 days'] : []),
  ];
}

const OUTCOMES: Readonly<Record<string, string>> = {
  timeout: 'no answer within 10 seconds',
  unreachable: 'could not be reached',
  not_allowed_address: 'the name leads to a private address',
  secret_unreadable: 'the signing secret has to be rotated',
  interrupted: 'the answer was not noted',
  endpoint_disabled: 'not sent: the webhook was switched off',
};

/** How the last attempt of a message ended; null before the first. */
export function outcomeOf({ lastStatus, lastOutcome }: WebhookMessage): string | null {
  if (lastStatus !== null) return `answered ${lastStatus}`;
  return lastOutcome === null ? null : (OUTCOMES[lastOutcome] ?? lastOutcome);
}
