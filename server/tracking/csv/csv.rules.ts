import { Temporal } from 'temporal-polyfill';
import type { CsvTimes } from './csv-import.types.js';

/** The limits of one import (decisions §4, CSV). Characters and bytes of a row bound a quote that is never closed. */
export const csvMax = {
  fileBytes: 10 * 1024 * 1024,
  rows: 50_000,
  columns: 100,
  columnName: 100,
  values: 500,
  rowBytes: 64 * 1024,
  fileName: 200,
} as const;

/** Rows and bytes of JSON that are stored, checked and imported together; a piece is written well within the writers' five seconds. */
export const pieceMax = { rows: 500, bytes: 512 * 1024 } as const;

/**
 * Rows of one dry-run that are listed with their problems, problems of one row, causes of a dry-run, the values that one cause is divided by,
 * and characters of a value.
 */
export const listedMax = { rows: 100, problemsOfRow: 5, causes: 100, valuesOfCause: 20, valueCharacters: 100 } as const;

/** An upload that was not confirmed is deleted after this long; refused rows of a finished one are listed for this long. */
export const retention = { uploadHours: 24, refusalsDays: 30, openUploads: 10 } as const;

/** The beginning of the keys of imported events; no caller may use such a key (decisions §2, Idempotency). */
export const CSV_KEY_PREFIX = 'csv:';

type TimeForm = CsvTimes['form'];

const CLOCK = String.raw`(?:(?:T|,?\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s*([ap])\.?m\.?)?)?`;
const formOf = (date: string): RegExp => new RegExp(`^${date}${CLOCK}$`, 'i');
const FORMS = {
  year_month_day: formOf(String.raw`(?<year>\d{4})([./-])(?<month>\d{1,2})\2(?<day>\d{1,2})`),
  day_month_year: formOf(String.raw`(?<day>\d{1,2})([./-])(?<month>\d{1,2})\2(?<year>\d{4})`),
  month_day_year: formOf(String.raw`(?<month>\d{1,2})([./-])(?<day>\d{1,2})\2(?<year>\d{4})`),
};
const UNIX = /^-?\d{1,15}(?:\.\d{1,9})?$/;
/** Seconds until the year 5138, and milliseconds since 1973. */
const SECONDS_BELOW = 100_000_000_000;
const WITH_OFFSET = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;

const timeForms: readonly TimeForm[] = ['year_month_day', 'day_month_year', 'month_day_year', 'unix'];

/** One time of each form, as a person reads it. */
export const EXAMPLES: Readonly<Record<TimeForm, string>> = {
  year_month_day: '2026-11-25 10:00',
  day_month_year: '25.11.2026 10:00',
  month_day_year: '11/25/2026 10:00 AM',
  unix: '1795600800',
};

/**
 * The instant that a cell means in the form and time zone that a person chose for the file, in RFC 3339; a day is its first moment. A time
 * with an offset of its own is passed on as it is. Null when it is none of the form, or none that the calendar has. An hour that a change of
 * the clocks leaves out or repeats is read as if the clocks had not changed yet (decision 0079).
 */
export function readLocalTime(text: string, { form, zone }: CsvTimes): string | null {
  if (form === 'unix') return UNIX.test(text) ? unixInstant(Number(text)) : null;
  const found = FORMS[form].exec(text);
  if (!found) return /^\d{4}-\d{2}-\d{2}[T ]/.test(text) && WITH_OFFSET.test(text) ? text : null;
  const { year, month, day } = found.groups ?? {};
  const [, , , , , hour, minute, second, fraction, half] = found;
  const hours = hoursOf(hour, half);
  if (hours === null) return null;
  const local = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: hours,
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    millisecond: Number((fraction ?? '').padEnd(3, '0').slice(0, 3)),
  };
  try {
    const instant = Temporal.PlainDateTime.from(local, { overflow: 'reject' }).toZonedDateTime(zone).toInstant();
    return instant.toString({ fractionalSecondDigits: 3 });
  } catch {
    return null; // no day or hour of the calendar
  }
}

/** The hour of a day, from one of twelve where the time says am or pm. */
function hoursOf(hour: string | undefined, half: string | undefined): number | null {
  const given = Number(hour ?? 0);
  if (half === undefined) return given;
  if (given < 1 || given > 12) return null;
  return (given % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

function unixInstant(value: number): string | null {
  const at = new Date(Math.round(Math.abs(value) < SECONDS_BELOW ? value * 1000 : value));
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** No event is older: a smaller number is the day of a spreadsheet, which counts days since 1900. */
const OLDEST = '2000';

/** The form that all the cells of a sample have, or null where none has to be chosen or more than one would do. */
export function suggestTimeForm(cells: readonly string[]): TimeForm | null {
  const given = cells.map((cell) => cell.trim()).filter(Boolean);
  if (given.length === 0 || given.every((cell) => /^\d{4}-/.test(cell) && WITH_OFFSET.test(cell.slice(10))))
    return null;
  const fitting = timeForms.filter((form) =>
    given.every((cell) => (readLocalTime(cell, { form, zone: 'UTC' }) ?? '') >= OLDEST),
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}
