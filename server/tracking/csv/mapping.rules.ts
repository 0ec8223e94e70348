import { Temporal } from 'temporal-polyfill';
import { hasUnstorableText } from '../../platform/http/body.js';
import { isTimeZone } from '../../platform/time-zone.rules.js';
import type { FieldProblem } from '../catalog/index.js';
import type { CsvTimes, CsvValue } from './csv-import.types.js';

/** What a column may be mapped to beside `metadata.<name>`, and where that stands in an event. */
const pointerOfMember: Readonly<Record<string, string>> = {
  event_name: '/event_name',
  event_family: '/event_family',
  developer_id: '/developer_id',
  account_domain: '/account_domain',
  occurredAt: '/occurredAt',
  idempotencyKey: '/idempotencyKey',
  campaignId: '/context/attribution/campaignId',
  source: '/context/attribution/source',
};
const METADATA = /^metadata\.([A-Za-z][A-Za-z0-9_-]{0,63})$/;
/** One value for all rows would make one person, one moment or one event of them. */
const NEVER_CONSTANT: ReadonlySet<string> = new Set(['developer_id', 'occurredAt', 'idempotencyKey']);
const VALUE_LENGTH_MAX = 255;
/** Members of which a file has few values, which it may name its own way. */
const WITH_VALUES: ReadonlySet<string> = new Set(['event_name', 'event_family', 'campaignId', 'source']);

const allowed = `${Object.keys(pointerOfMember).join(', ')} or metadata.<name>`;

const pointerOf = (member: string): string | null => {
  const metadata = METADATA.exec(member)?.[1];
  if (metadata !== undefined) return `/metadata/${metadata}`;
  return Object.hasOwn(pointerOfMember, member) ? (pointerOfMember[member] ?? null) : null;
};

/** How the cells of a file become the members of events. */
export interface MappingPlan {
  readonly columns: readonly string[];
  readonly cells: readonly { readonly index: number; readonly member: string }[];
  readonly constants: ReadonlyMap<string, string>;
  /** What a cell of a member becomes, where it becomes another value. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** How the cells write times; null where each has its offset. */
  readonly times: CsvTimes | null;
  /** Which column a pointer into an event stands for. */
  readonly columnAt: ReadonlyMap<string, string>;
}

/** One column and the member of an event that its cells become. */
export interface MappedColumn {
  column: string;
  member: string;
}

/** One value for a member of every event. */
export interface MappedConstant {
  member: string;
  value: string;
}

/** What a person chose of a file: what its columns become, what is the same for all rows, what its values become and how it writes times. */
export interface Mapping {
  readonly columns: readonly string[];
  readonly mapping: readonly MappedColumn[];
  readonly constants: readonly MappedConstant[];
  readonly values: readonly CsvValue[];
  readonly times: CsvTimes | null;
}

/** Reads a mapping; answers all that is wrong with it at once. */
export function planOf(chosen: Mapping): { plan: MappingPlan; problems: FieldProblem[] } {
  const { columns, mapping, constants, times } = chosen;
  const problems: FieldProblem[] = [];
  const wrong = (pointer: string, code: string, detail: string): void => void problems.push({ pointer, code, detail });
  const taken = new Set<string>();
  const take = (at: string, member: string): string | null => {
    const pointer = pointerOf(member);
    if (pointer === null) wrong(at, 'not_allowed', `this must be one of ${allowed}`);
    else if (taken.has(pointer)) wrong(at, 'mapped_twice', 'this member is filled by something else already');
    else taken.add(pointer);
    return pointer;
  };
  const columnAt = new Map<string, string>();
  const cells = mapping.map(({ column, member }, entry) => {
    const pointer = take(`/mapping/${entry}/member`, member);
    if (!columns.includes(column)) wrong(`/mapping/${entry}/column`, 'unknown_column', 'the file has no such column');
    if (pointer !== null) columnAt.set(pointer, column);
    return { index: columns.indexOf(column), member };
  });
  const values = constants.map(({ member, value }, entry): [string, string] => {
    take(`/constants/${entry}/member`, member);
    if (NEVER_CONSTANT.has(member))
      wrong(`/constants/${entry}/member`, 'never_constant', 'every row has its own: map a column to it');
    if (!isValue(value))
      wrong(`/constants/${entry}/value`, 'invalid', `a constant has 1 to ${VALUE_LENGTH_MAX} characters of text`);
    return [member, value.trim()];
  });
  for (const [member, hint] of Object.entries(NEEDED))
    if (!taken.has(`/${member}`))
      problems.push({ pointer: '/mapping', code: 'required', detail: `map a column to ${member}`, hint });
  if (times !== null && !isTimeZone(times.zone))
    wrong('/times/zone', 'time_zone', 'this must be a name of the IANA list, such as Europe/Berlin');
  return {
    plan: { columns, cells, constants: new Map(values), values: valuesOf(chosen.values, wrong), times, columnAt },
    problems,
  };
}

const isValue = (value: string): boolean =>
  value.trim() !== '' && value.length <= VALUE_LENGTH_MAX && !hasUnstorableText(value);

function valuesOf(
  values: readonly CsvValue[],
  wrong: (pointer: string, code: string, detail: string) => void,
): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const [entry, { member, from, to }] of values.entries()) {
    const own = found.get(member) ?? new Map<string, string>();
    if (!WITH_VALUES.has(member))
      wrong(`/values/${entry}/member`, 'not_allowed', `this must be one of ${[...WITH_VALUES].join(', ')}`);
    else if (own.has(from.trim())) wrong(`/values/${entry}/from`, 'mapped_twice', 'this value becomes another already');
    if (!isValue(from))
      wrong(`/values/${entry}/from`, 'invalid', `a value has 1 to ${VALUE_LENGTH_MAX} characters of text`);
    if (!isValue(to))
      wrong(`/values/${entry}/to`, 'invalid', `a value has 1 to ${VALUE_LENGTH_MAX} characters of text`);
    found.set(member, own.set(from.trim(), to.trim()));
  }
  return found;
}

/** What every event needs. */
const NEEDED: Readonly<Record<string, string>> = {
  event_name: 'or give one event name for all rows as a constant',
  developer_id: 'one stable identifier of the developer',
  idempotencyKey: 'a stable id of each event at its source: with it, importing a file again is safe',
};

/** Names that columns of exports have, case and separators aside, by the member that they most likely are; the first that fits is taken. */
const usualNames: Readonly<Record<string, string>> = {
  event_name: 'eventname event eventtype',
  event_family: 'eventfamily family',
  developer_id: 'developerid userid distinctid developer user',
  account_domain: 'accountdomain domain companydomain',
  occurredAt: 'occurredat timestamp eventtime time datetime date originaltimestamp',
  idempotencyKey: 'idempotencykey eventid messageid insertid uuid id',
  campaignId: 'campaignid utmcampaign campaign',
  source: 'source utmsource campaignsource',
};

/** A first mapping by the names of the columns; nothing goes to metadata unasked, since it may be personal. */
export function suggestMapping(columns: readonly string[]): MappedColumn[] {
  const folded = columns.map((column) => column.toLowerCase().replace(/[^a-z0-9]/g, ''));
  return Object.entries(usualNames).flatMap(([member, names]) => {
    const found = names
      .split(' ')
      .map((name) => columns[folded.indexOf(name)])
      .find((column) => column !== undefined);
    return found === undefined ? [] : [{ column: found, member }];
  });
}

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

/** The form that all the cells of a sample have, or null where none has to be chosen or more than one would do. */
export function suggestTimeForm(cells: readonly string[]): TimeForm | null {
  const given = cells.map((cell) => cell.trim()).filter(Boolean);
  if (given.length === 0 || given.every((cell) => /^\d{4}-/.test(cell) && WITH_OFFSET.test(cell.slice(10))))
    return null;
  const fitting = timeForms.filter((form) =>
    given.every((cell) => readLocalTime(cell, { form, zone: 'UTC' }) !== null),
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}
