import { hasUnstorableText } from '../../platform/http/body.js';
import type { FieldProblem } from '../catalog/index.js';

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
const CONSTANT_LENGTH_MAX = 255;

const allowed = `${Object.keys(pointerOfMember).join(', ')} or metadata.<name>`;

const pointerOf = (member: string): string | null => {
  const metadata = METADATA.exec(member)?.[1];
  if (metadata !== undefined) return `/metadata/${metadata}`;
  return Object.hasOwn(pointerOfMember, member) ? (pointerOfMember[member] ?? null) : null;
};

/** How the cells of a file become the members of events. */
export interface MappingPlan {
  readonly cells: readonly { readonly index: number; readonly member: string }[];
  readonly constants: ReadonlyMap<string, string>;
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

/** Reads a mapping of columns to members and the constants beside it; answers all that is wrong with them at once. */
export function planOf(
  columns: readonly string[],
  mapping: readonly MappedColumn[],
  constants: readonly MappedConstant[],
): { plan: MappingPlan; problems: FieldProblem[] } {
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
    if (value.trim() === '' || value.length > CONSTANT_LENGTH_MAX || hasUnstorableText(value))
      wrong(`/constants/${entry}/value`, 'invalid', `a constant has 1 to ${CONSTANT_LENGTH_MAX} characters of text`);
    return [member, value.trim()];
  });
  for (const [member, hint] of Object.entries(NEEDED))
    if (!taken.has(`/${member}`))
      problems.push({ pointer: '/mapping', code: 'required', detail: `map a column to ${member}`, hint });
  return { plan: { cells, constants: new Map(values), columnAt }, problems };
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
