import { hasUnstorableText } from '../../platform/http/body.js';
import { isTimeZone } from '../../platform/time-zone.rules.js';
import type { FieldProblem } from '../catalog/index.js';
import type { CsvTimes, CsvValue } from './csv-import.types.js';

/** Members that a column may be mapped to beside `metadata.<name>`, with their pointers in an event. */
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
  /** The values that replace those of cells, by member. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** How the cells write times; null where each has its offset. */
  readonly times: CsvTimes | null;
  /** The column that a pointer into an event stands for. */
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

/** A person's choice for a file: the members of its columns, constants for all rows, replacements of values and the form of its times. */
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

/** Members that every event needs, each with a hint. */
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
