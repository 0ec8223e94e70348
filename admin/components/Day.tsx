const FORM = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A day in words, where no element can stand: in a chip, in a sentence of a dialog. */
export const formatDay = (at: string): string => FORM.format(new Date(at));

/** A day of the calendar, for what is known to the day and not to the minute: when a source was read, when an offer ends. */
export function Day({ at }: { at: string }) {
  const exact = new Date(at);
  return (
    <time dateTime={at} title={`${exact.toISOString()} UTC`} style={{ whiteSpace: 'nowrap' }}>
      {formatDay(at)}
    </time>
  );
}
