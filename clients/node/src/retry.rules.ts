/** No event is retried longer than this. */
export const RETRY_FOR_MS_MAX = 24 * 60 * 60 * 1000;

const RETRIED = new Set([408, 429, 500, 502, 503, 504]);

export const isRetried = (status: number): boolean => RETRIED.has(status);

/** Doubles with each failure in a row, and is drawn between half and the whole, so that clients of one outage come back apart. */
export function pauseMs(failures: number, baseMs: number, maxMs: number, random: number): number {
  const whole = Math.min(maxMs, baseMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(whole / 2 + (whole / 2) * random);
}

/** The milliseconds that a Retry-After header names, as seconds or as a date; null when it is absent or neither. */
export function retryAfterMs(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Za-z]{3,9}, /.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
