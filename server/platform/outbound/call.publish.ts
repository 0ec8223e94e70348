import { channel } from 'node:diagnostics_channel';
import { FetchRefused } from './fetch.refused.js';

export const OUTBOUND_CHANNEL = 'dai:outbound';

/** One call to another service, for metrics; nothing of what was sent or came back. */
export interface OutboundCall {
  /** The host of an address that the operator configured, `public` for one that a caller chose, or `webhook` for one that an organization chose. */
  readonly target: string;
  /** `2xx` to `5xx`, why it was refused, or `failed`. */
  readonly outcome: string;
  readonly seconds: number;
}

const calls = channel(OUTBOUND_CHANNEL);

/** Makes the call and publishes how it ended; answers and rejects as it does. */
export async function published<T extends { readonly status: number }>(
  target: string,
  call: () => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const publish = (outcome: string): void =>
    calls.publish({ target, outcome, seconds: (performance.now() - started) / 1000 } satisfies OutboundCall);
  try {
    const answer = await call();
    publish(`${Math.floor(answer.status / 100)}xx`);
    return answer;
  } catch (error) {
    publish(error instanceof FetchRefused ? error.reason : 'failed');
    throw error;
  }
}
