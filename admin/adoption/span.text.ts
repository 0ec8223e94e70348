const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span of time in one unit, as a person says it; null is unknown. */
export function spanText(seconds: number | null): string {
  if (seconds === null) return 'unknown';
  if (seconds < MINUTE) return `${Math.round(seconds)} s`;
  if (seconds < HOUR) return `${Math.round(seconds / MINUTE)} min`;
  if (seconds < 2 * DAY) return `${(seconds / HOUR).toFixed(1)} h`;
  return `${(seconds / DAY).toFixed(1)} days`;
}
