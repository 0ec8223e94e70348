import { formatDay } from '../texts.js';

/** A day of the calendar in UTC, the same for every reader. */
export function Day({ at }: { at: string }) {
  return (
    <time className="day" dateTime={at} title={`${new Date(at).toISOString()} UTC`}>
      {formatDay(at)}
    </time>
  );
}
