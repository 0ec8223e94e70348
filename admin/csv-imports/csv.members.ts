import { type CsvImport, CsvTimeForm, EventFamily } from '../providers/generated/operations.js';

/** The members that a column can become, beside members of metadata. */
const MEMBERS = [
  ['event_name', 'Event name'],
  ['event_family', 'Family'],
  ['developer_id', 'Developer'],
  ['account_domain', 'Account'],
  ['occurredAt', 'Time'],
  ['idempotencyKey', 'Id of the event'],
  ['campaignId', 'Campaign'],
  ['source', 'Source of the campaign'],
] as const;

/** A member in people's words. */
export const nameOfMember = (member: string): string => MEMBERS.find(([id]) => id === member)?.[1] ?? member;

const METADATA = 'metadata';

/** The choice of a column that is left out. */
const NONE = 'none';

/** The choices for one column; metadata is named as the column is, as far as a name may be. */
export const CHOICES = [
  { id: NONE, name: 'left out' },
  ...MEMBERS.map(([id, name]) => ({ id, name })),
  { id: METADATA, name: 'Metadata, under its own name' },
];

const NAME_LENGTH_MAX = 64;

function metadataNameOf(column: string): string {
  const name = column.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  return (/^[A-Za-z]/.test(name) ? name : `c_${name}`).slice(0, NAME_LENGTH_MAX);
}

/** A value of the file that may become another one. */
export interface FileValue {
  readonly member: string;
  readonly from: string;
}

/** Members of which a file has few values, and the places of an event where a check finds them. */
const MEMBER_AT: Readonly<Record<string, string>> = {
  '/event_name': 'event_name',
  '/event_family': 'event_family',
  '/context/attribution/campaignId': 'campaignId',
  '/context/attribution/source': 'source',
};

interface Cause {
  readonly pointer: string;
  readonly code: string;
  readonly value?: string | null;
}

/** The values for which rows are refused and that may become others, without those that are asked about already. */
export function fileValuesIn(causes: readonly Cause[], known: readonly FileValue[]): FileValue[] {
  const fileValues = [...known];
  for (const { pointer, code, value } of causes) {
    // An event without a family is known by its name.
    const member = code === 'family_required' ? 'event_name' : MEMBER_AT[pointer];
    if (member === undefined || !value) continue;
    if (!fileValues.some((one) => one.member === member && one.from === value))
      fileValues.push({ member, from: value });
  }
  return fileValues;
}

export const FAMILIES = Object.values(EventFamily).map((id) => ({ id, name: id }));

/** How a file may write its times, each with an example. */
export const TIME_FORMS = [
  { id: CsvTimeForm.year_month_day, name: '2026-11-25 10:00' },
  { id: CsvTimeForm.day_month_year, name: '25.11.2026 10:00' },
  { id: CsvTimeForm.month_day_year, name: '11/25/2026 10:00 AM' },
  { id: CsvTimeForm.unix, name: 'Seconds or milliseconds since 1970' },
];

/** The time zone of this machine, with which the form begins. */
const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The values of a mapping's form: a choice for each column in the order of the file, the constants for all rows, the meaning of each value that
 * is asked about, and the form in which the file writes its times.
 */
export interface MappingValues {
  readonly values: readonly (string | null | undefined)[];
  readonly times: { readonly form?: CsvTimeForm | '' | null; readonly zone?: string | null };
  readonly members: readonly (string | null | undefined)[];
  readonly eventName?: string | null;
  readonly family?: string | null;
}

/** The mapping of a file, chosen now or for an earlier file with the same header. */
export type Chosen = Pick<CsvImport, 'mapping' | 'constants' | 'values' | 'times'>;

/** The form of what was chosen; `timeForm` is how the file seems to write its times. */
export function mappingValues(
  columns: readonly string[],
  { mapping, constants, values, times }: Chosen,
  timeForm: CsvTimeForm | null,
): MappingValues {
  const memberOf = new Map(mapping.map(({ column, member }) => [column, member]));
  const constant = (name: string) => constants.find(({ member }) => member === name)?.value ?? '';
  return {
    members: columns.map((column) => {
      const member = memberOf.get(column);
      return member?.startsWith(`${METADATA}.`) ? METADATA : (member ?? NONE);
    }),
    eventName: constant('event_name'),
    family: constant('event_family'),
    values: values.map(({ to }) => to),
    times: times ?? { form: timeForm ?? '', zone: ownZone() },
  };
}

/** True where a column gives every row its own. */
export const isMapped = ({ members }: MappingValues, member: string): boolean => members.includes(member);

/** The members that need a column of their own in every event. */
const NEEDED = [
  ['developer_id', 'Choose “Developer” for the column that tells developers apart.'],
  ['idempotencyKey', 'Choose “Id of the event” for the column that holds a lasting id of each row.'],
] as const;

/** The message about a member that no column holds yet, shown at the first column that is left out. */
export function lackAt(values: MappingValues, index: number): string | undefined {
  const free = values.members.findIndex((member) => !member || member === NONE);
  if (index !== Math.max(free, 0)) return undefined;
  return NEEDED.find(([member]) => !isMapped(values, member))?.[1];
}

/** The form of a mapping as the service takes it; what a column fills needs no constant. */
export function mappingInput(columns: readonly string[], form: MappingValues, fileValues: readonly FileValue[]) {
  const constants = [
    ['event_name', form.eventName],
    ['event_family', form.family],
  ] as const;
  const { form: timeForm, zone } = form.times;
  return {
    mapping: columns.flatMap((column, index) => {
      const member = form.members[index];
      if (!member || member === NONE) return [];
      return [{ column, member: member === METADATA ? `${METADATA}.${metadataNameOf(column)}` : member }];
    }),
    constants: constants.flatMap(([member, value]) => (value && !isMapped(form, member) ? [{ member, value }] : [])),
    values: fileValues.flatMap((one, index) => {
      const to = form.values[index];
      return to ? [{ ...one, to }] : [];
    }),
    times: timeForm && isMapped(form, 'occurredAt') ? { form: timeForm, zone: zone ?? '' } : null,
  };
}
