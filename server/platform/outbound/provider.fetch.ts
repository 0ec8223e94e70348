import { isUtf8 } from 'node:buffer';
import { retryAfterOf } from '../http/retry-after.rules.js';
import { fetchConfigured } from './configured.fetch.js';
import { FetchRefused } from './fetch.refused.js';

/** How a provider's answer ends for us. `because` is for the log and holds nothing that was sent or that came back. */
export type ProviderAnswer =
  | { readonly kind: 'ok'; readonly json: unknown }
  | { readonly kind: 'key_rejected' }
  | { readonly kind: 'permission_missing' }
  | { readonly kind: 'rate_limited'; readonly retryAfterS: number | null }
  | { readonly kind: 'unreachable'; readonly because: Error }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'failed'; readonly because: Error }
  | { readonly kind: 'timeout' };

/** The bounds of a balance look-up (specification §4 rule 2 and §8; decisions §8). */
export const PROVIDER_BOUNDS = { timeoutMs: 8_000, bytesMax: 64 * 1024 } as const;

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/**
 * Asks a provider once, with a person's key that is used for this call and kept nowhere: it stands in no error and in no outcome. A
 * redirect is a failure, so that the key never reaches a second address. Rejects for nothing that the other side can do.
 */
export async function fetchProvider(
  url: string,
  apiKey: string,
  now: Date,
  bounds: { readonly timeoutMs: number; readonly bytesMax: number } = PROVIDER_BOUNDS,
): Promise<ProviderAnswer> {
  const headers = { accept: 'application/json', authorization: `Bearer ${apiKey}` };
  try {
    const { status, headers: received, body } = await fetchConfigured(url, { ...bounds, headers });
    if (status === 200) return jsonIn(body, received['content-type']);
    if (status === 401) return { kind: 'key_rejected' };
    if (status === 403) return { kind: 'permission_missing' };
    if (status === 429) return { kind: 'rate_limited', retryAfterS: retryAfterOf(received['retry-after'], now) };
    return { kind: 'refused', status };
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    if (error.reason === 'timeout') return { kind: 'timeout' };
    return { kind: error.reason === 'unreachable' ? 'unreachable' : 'failed', because: error };
  }
}

const failed = (how: string): ProviderAnswer => ({ kind: 'failed', because: new Error(`the provider ${how}`) });

function jsonIn(body: Buffer, type: string | undefined): ProviderAnswer {
  if (type !== undefined && !JSON_TYPE.test(type)) return failed('answered with something else than JSON');
  if (!isUtf8(body)) return failed('answered with text that is not UTF-8');
  try {
    return { kind: 'ok', json: JSON.parse(body.toString('utf8')) as unknown };
  } catch {
    return failed('answered with JSON that does not parse'); // the parser's own message quotes the body
  }
}
