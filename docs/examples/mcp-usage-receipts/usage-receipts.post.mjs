// @ts-check

/** How long to wait before the one retry when the service names no time. */
const RETRY_AFTER_MS = 500;
/** A service that asks for more patience than this is not asked again. */
const RETRY_AFTER_MAX_MS = 5_000;
const ANSWER_BYTES_MAX = 65_536;

/** @typedef {{ stored: true } | { stored: false, why: string, retryAfterMs?: number | undefined }} Posted */

/**
 * Sends a receipt once. Only `tracked: true` is proof of storage. `retryAfterMs` is there when the same text may be sent again: after 429,
 * 503 and a failed connection. Throws when the signal is aborted, and only then.
 *
 * @param {string} url
 * @param {string} trackingKey
 * @param {string} body
 * @param {AbortSignal} signal
 * @returns {Promise<Posted>}
 */
export async function postReceipt(url, trackingKey, body, signal) {
  const headers = { authorization: `Bearer ${trackingKey}`, 'content-type': 'application/json' };
  try {
    const response = await fetch(url, { method: 'POST', redirect: 'manual', headers, body, signal });
    const answer = await read(response);
    if (response.status === 200 && answer?.tracked === true) return { stored: true };
    const named = typeof answer?.code === 'string' && /^[A-Z_]{1,40}$/.test(answer.code) ? ` ${answer.code}` : '';
    const why = answer?.ignored === true ? 'the product is ignored' : `the service answered ${response.status}${named}`;
    if (response.status !== 429 && response.status !== 503) return { stored: false, why };
    return { stored: false, why, retryAfterMs: patience(response.headers.get('retry-after')) };
  } catch {
    signal.throwIfAborted();
    return { stored: false, why: 'the service could not be reached', retryAfterMs: RETRY_AFTER_MS };
  }
}

/** Reads no more than an answer of the service can be; null when it is not JSON. @param {Response} response @returns {Promise<any>} */
async function read(response) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return null;
  }
}

/** The wait that a Retry-After asks for, in seconds or as a date; undefined when it is too long or unreadable. @param {string | null} header */
function patience(header) {
  if (header === null) return RETRY_AFTER_MS;
  const requestedMs = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return requestedMs <= RETRY_AFTER_MAX_MS ? Math.max(requestedMs, RETRY_AFTER_MS) : undefined;
}
