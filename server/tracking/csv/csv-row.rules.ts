import type { TrackingBinding } from '../../platform/context.js';
import type { FieldProblem, PreparedEvent } from '../catalog/index.js';
import { checkEvent, type Recorded } from '../check/index.js';
import { CSV_KEY_PREFIX, listedMax } from './csv-limits.rules.js';
import type { MappingPlan } from './mapping.suggest.js';
import type { StoredRow } from './pieces.open.js';

/** A problem of a row: a pointer into the event that it would become, and the column that stands there, if one does. */
export interface CellProblem extends FieldProblem {
  column: string | null;
}

export interface RefusedRow {
  readonly row: number;
  readonly status: 'invalid' | 'conflict';
  readonly problems: CellProblem[];
}

export type CheckedRow =
  | { readonly row: number; readonly event: PreparedEvent; readonly warnings: CellProblem[] }
  | RefusedRow;

/** Makes the event of one row and checks it by the same rules as any other; blank cells are absent, cells stay text. */
export function checkRow(plan: MappingPlan, [row, cells]: StoredRow, binding: TrackingBinding, now: Date): CheckedRow {
  if (typeof cells === 'number') return { row, status: 'invalid', problems: [ragged(cells)] };
  const checked = checkEvent(eventOf(plan, cells, binding), { ...binding, ownKeyPrefix: CSV_KEY_PREFIX }, now, 'store');
  const ofCells = (problems: readonly FieldProblem[]): CellProblem[] =>
    problems.slice(0, listedMax.problemsOfRow).map((problem) => atColumn(plan, problem));
  if (!checked.ok) return { row, status: 'invalid', problems: ofCells(checked.problems) };
  const stripped = checked.stripped.map((pointer) => ({
    pointer,
    code: 'stripped',
    detail: 'members of this name are removed before storage',
  }));
  return { row, event: checked.event, warnings: ofCells([...checked.warnings, ...stripped]) };
}

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

function eventOf(plan: MappingPlan, cells: readonly string[], binding: TrackingBinding): Record<string, unknown> {
  const values = new Map(plan.constants);
  for (const { index, member } of plan.cells) {
    const text = cells[index]?.trim();
    if (text) values.set(member, text);
  }
  const metadata: [string, string][] = [];
  const attribution: [string, string][] = [];
  const event: [string, unknown][] = [
    ['product', { id: binding.productId, name: binding.productName, type: binding.productType }],
  ];
  for (const [member, text] of values) {
    if (member.startsWith('metadata.')) metadata.push([member.slice('metadata.'.length), text]);
    else if (member === 'campaignId' || member === 'source') attribution.push([member, text]);
    else event.push([member, member === 'idempotencyKey' ? CSV_KEY_PREFIX + text : text]);
  }
  if (attribution.length) event.push(['context', { attribution: Object.fromEntries(attribution) }]);
  if (metadata.length) event.push(['metadata', Object.fromEntries(metadata)]);
  return Object.fromEntries(event);
}

/** What the registration fills in; a product that was renamed since makes no other event of the same row. */
const filledIn: ReadonlySet<string> = new Set(['/product/name', '/product/type']);

export type RowOutcome = RefusedRow | { readonly row: number; readonly status: 'tracked' | 'duplicate' | 'ignored' };

/** What became, or would become, of a row whose event was offered for storage (decisions §2, Idempotency). */
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
