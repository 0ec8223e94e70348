/** No caller waits longer than this because another service said so. */
const WAIT_MAX_S = 86_400;

/** The seconds that a Retry-After header asks for, as a number or as a date; null when it is absent or says neither. */
export function retryAfterOf(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : secondsUntil(text, now);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 1), WAIT_MAX_S);
}

/** HTTP's dates alone: other texts would be read as times of this machine's zone. */
const secondsUntil = (text: string, now: Date): number =>
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Math.ceil((Date.parse(text) - now.getTime()) / 1000)
    : Number.NaN;
