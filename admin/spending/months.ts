/** As many months as one provider and currency may have entries in; older ones are reached by the address. */
const OFFERED = 24;
const FORM = /^\d{4}-(0[1-9]|1[0-2])$/;
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The month of a time in milliseconds, in UTC, as the service counts. */
export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

/** The month that an address asks for; null is the current one, also where it asks for none, for nonsense or for the future. */
export const monthIn = (month: string | null, now: number): string | null =>
  month !== null && FORM.test(month) && month < monthOf(now) ? month : null;

/** The month so many before or, below zero, after another. */
export function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(Date.UTC(year, number - 1 - count));
}

/** This month and those before it, newest first; `also` is among them however old it is. */
export function monthsTo(now: number, also: string): string[] {
  const offered = Array.from({ length: OFFERED }, (_, before) => monthsBefore(monthOf(now), before));
  return offered.includes(also) ? offered : [...offered, also].sort().reverse();
}

/** `November 2026` for `2026-11`. */
export const formatMonth = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));

/** `Nov 2026` for `2026-11`. */
export const formatShortMonth = (month: string): string => SHORT.format(new Date(`${month}-01T00:00:00Z`));
const SHORT = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
