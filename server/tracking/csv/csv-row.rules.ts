import type { TrackingBinding } from '../../platform/context.js';
import type { FieldProblem, PreparedEvent } from '../catalog/index.js';
import { checkEvent, type Recorded } from '../check/index.js';
import type { StoredRow } from './csv.read.js';
import { CSV_KEY_PREFIX, EXAMPLES, listedMax, readLocalTime } from './csv.rules.js';
import { type MappingPlan } from './mapping.suggest.js';

/** A problem of a row: a pointer into the event that it would become, and the column that stands there, if one does. */
export interface CellProblem extends FieldProblem {
  column: string | null;
}

export interface RefusedRow {
  readonly row: number;
  readonly status: 'invalid' | 'conflict';
  readonly problems: CellProblem[];
  /** Whether private content was found: then no value of the row is repeated. */
  readonly isPrivate?: boolean;
}

export type CheckedRow =
  | { readonly row: number; readonly event: PreparedEvent; readonly warnings: CellProblem[] }
  | RefusedRow;

/** Makes the event of one row and checks it by the same rules as any other; blank cells are absent, cells stay text. */
export function checkRow(plan: MappingPlan, [row, cells]: StoredRow, binding: TrackingBinding, now: Date): CheckedRow {
  if (typeof cells === 'number') return { row, status: 'invalid', problems: [ragged(cells)] };
  const { members, wrongTime } = readTime(plan, membersOf(plan, cells));
  const checked = checkEvent(eventOf(members, binding), { ...binding, ownKeyPrefix: CSV_KEY_PREFIX }, now, 'store');
  const ofCells = (problems: readonly FieldProblem[]): CellProblem[] =>
    problems.slice(0, listedMax.problemsOfRow).map((problem) => atColumn(plan, problem));
  if (!checked.ok) {
    const isPrivate = checked.code === 'PRIVATE_CONTENT';
    const problems = wrongTime && !isPrivate ? [wrongTime, ...checked.problems.filter(isElsewhere)] : checked.problems;
    return { row, status: 'invalid', problems: ofCells(plan.times ? problems : problems.map(advised)), isPrivate };
  }
  const stripped = checked.stripped.map((pointer) => ({
    pointer,
    code: 'stripped',
    detail: 'members of this name are removed before storage',
  }));
  return { row, event: checked.event, warnings: ofCells([...checked.warnings, ...stripped, ...shortened(members)]) };
}

const TIME = '/occurredAt';

const isElsewhere = ({ pointer }: FieldProblem): boolean => pointer !== TIME;

/** Reads the time of a row in the form that a person chose. One that is none of the form stays, and is refused as what it is. */
function readTime(
  { times }: MappingPlan,
  members: Map<string, string>,
): { members: Map<string, string>; wrongTime: FieldProblem | null } {
  const text = members.get('occurredAt');
  if (times === null || text === undefined) return { members, wrongTime: null };
  const instant = readLocalTime(text, times);
  if (instant !== null) return { members: members.set('occurredAt', instant), wrongTime: null };
  const detail = `this is no time of the chosen form, such as ${EXAMPLES[times.form]}`;
  return { members, wrongTime: { pointer: TIME, code: 'time_form', detail } };
}

/** Adds the advice to choose one offset for all rows to the problem of a time that lacks it. */
const advised = (problem: FieldProblem): FieldProblem =>
  problem.pointer === TIME && !problem.hint
    ? { ...problem, hint: 'choose how the file writes its times, and their time zone' }
    : problem;

const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d{1,3}$/i;

/** Ids that a spreadsheet has probably made a number of: several may have become one. */
const shortened = (members: ReadonlyMap<string, string>): FieldProblem[] =>
  ['idempotencyKey', 'developer_id', 'campaignId'].flatMap((member) =>
    SCIENTIFIC.test(members.get(member) ?? '')
      ? [
          {
            pointer: `/${member}`,
            code: 'scientific_notation',
            detail: 'this id looks like a number that a spreadsheet shortened: different ids may have become one',
            hint: 'export the file again with the column as text',
          },
        ]
      : [],
  );

const ragged = (cells: number): CellProblem => ({
  pointer: '',
  column: null,
  code: 'ragged_row',
  detail: `the row has ${cells} cells, which is not what the header has`,
});

const atColumn = ({ columnAt }: MappingPlan, problem: FieldProblem): CellProblem => ({
  ...problem,
  column: columnAt.get(problem.pointer) ?? null,
});

/** The texts of a row by the members that they fill, with the values that a person mapped. */
function membersOf(plan: MappingPlan, cells: readonly string[]): Map<string, string> {
  const members = new Map(plan.constants);
  for (const { index, member } of plan.cells) {
    const text = cells[index]?.trim();
    if (text) members.set(member, text);
  }
  for (const [member, becomes] of plan.values) {
    const to = becomes.get(members.get(member) ?? '');
    if (to !== undefined) members.set(member, to);
  }
  return members;
}

function eventOf(members: ReadonlyMap<string, string>, binding: TrackingBinding): Record<string, unknown> {
  const metadata: [string, string][] = [];
  const attribution: [string, string][] = [];
  const event: [string, unknown][] = [
    ['product', { id: binding.productId, name: binding.productName, type: binding.productType }],
  ];
  for (const [member, text] of members) {
    if (member.startsWith('metadata.')) metadata.push([member.slice('metadata.'.length), text]);
    else if (member === 'campaignId' || member === 'source') attribution.push([member, text]);
    else if (member === 'idempotencyKey') event.push([member, CSV_KEY_PREFIX + text]);
    else event.push([member, text]);
  }
  if (attribution.length) event.push(['context', { attribution: Object.fromEntries(attribution) }]);
  if (metadata.length) event.push(['metadata', Object.fromEntries(metadata)]);
  return Object.fromEntries(event);
}

/** Members that the registration fills in; a product that was renamed since makes no other event of the same row. */
const filledIn: ReadonlySet<string> = new Set(['/product/name', '/product/type']);

export type RowOutcome = RefusedRow | { readonly row: number; readonly status: 'tracked' | 'duplicate' | 'ignored' };

/** The outcome of a row whose event was, or would be, offered for storage (decisions §2, Idempotency). */
export function outcomeOf(plan: MappingPlan, row: number, recorded: Recorded): RowOutcome {
  if (recorded.status !== 'conflict') return { row, status: recorded.status };
  const changed = recorded.changed.filter((pointer) => !filledIn.has(pointer));
  if (changed.length === 0) return { row, status: 'duplicate' };
  const problems = changed
    .slice(0, listedMax.problemsOfRow)
    .map((pointer) => ({ pointer, code: 'changed', detail: 'differs from the stored event with this key' }));
  return { row, status: 'conflict', problems: problems.map((problem) => atColumn(plan, problem)) };
}

export interface RowCounts {
  read: number;
  taken: number;
  duplicate: number;
  ignored: number;
  refused: number;
}

/** Counts rows by what became of them; every row that was read is in exactly one of the other counts. */
export function countRows(outcomes: readonly RowOutcome[]): RowCounts {
  const of = (...statuses: RowOutcome['status'][]): number =>
    outcomes.filter(({ status }) => statuses.includes(status)).length;
  return {
    read: outcomes.length,
    taken: of('tracked'),
    duplicate: of('duplicate'),
    ignored: of('ignored'),
    refused: of('invalid', 'conflict'),
  };
}
