const FORM = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A moment by the reader's own clock, for what is awaited or was read at a time; UTC stands in the title. */
export function LocalTime({ at }: { at: string }) {
  const exact = new Date(at);
  return (
    <time dateTime={at} title={`${exact.toISOString()} UTC`} style={{ whiteSpace: 'nowrap' }}>
      {FORM.format(exact)}
    </time>
  );
}
