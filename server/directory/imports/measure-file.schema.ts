import { csvRows } from '../../platform/csv.rows.js';
import { dialectOf, isBlankCell } from '../../platform/csv.rules.js';
import { type FieldProblem, unreadableFile } from '../../platform/fault.js';
import { isRecord } from '../../platform/json.rules.js';
import { yieldingPieces } from '../../platform/yield.js';
import { kindNamed, measureKinds, subjectOf } from '../measure.rules.js';
import { type DatedMeasure, writeMeasures } from '../measures/index.js';
import { day as dayForm } from '../tool.schema.js';
import {
  type ImportFile,
  type ImportPlan,
  type ImportRow,
  type ImportTerms,
  planOf,
  readFiles,
  refuseTooMany,
} from './import.types.js';
import { parseJsonFile, plainLine, textOf } from './import-file.rules.js';

/** The members of a row; all of them are needed, and there are no others. */
const MEMBERS = ['name', 'kind', 'value', 'day', 'source'] as const;
type Member = (typeof MEMBERS)[number];
const KINDS = measureKinds.map(({ kind }) => kind).join(', ');

/** No source of ours counts more; a larger number is a mistake of the file. */
const VALUE_MAX = 1_000_000_000_000_000;
const SOURCE_MAX = 300;
const ROW_BYTES_MAX = 8 * 1024;

type Cells = Readonly<Partial<Record<Member, unknown>>>;

interface FileRow {
  readonly number: number;
  readonly cells: Cells;
  readonly problems: readonly FieldProblem[];
}

/**
 * Reads dated public figures: a table whose first row names the columns name, kind, value, day and source, or JSON, a list of objects with
 * these members. A wrong row is refused by itself and loses no other.
 */
export async function readMeasureFile(files: readonly ImportFile[], terms: ImportTerms): Promise<ImportPlan> {
  const rows = await readFiles(files, async (file) =>
    (isJson(file) ? jsonRows(file) : await tableRows(file)).map((row) => rowOf(row, terms)),
  );
  return planOf(rows, (em, at, measures) => writeMeasures(em, at, measures, terms));
}

const isJson = (file: ImportFile): boolean => /\.json$/i.test(file.name) || /^\s*[[{]/.test(textOf(file).slice(0, 100));

function jsonRows(file: ImportFile): FileRow[] {
  const read = parseJsonFile(file);
  const list = isRecord(read) ? read.measures : read;
  if (!Array.isArray(list))
    throw unreadableFile(
      'wrong_top_level',
      'the file is no list of figures',
      '[{ "name": "react", "kind": "npm_weekly_downloads", "value": 25000000, "day": "2026-08-16", "source": "…" }]',
    );
  refuseTooMany(list.length);
  return list.map((one: unknown, index): FileRow => {
    const number = index + 1;
    if (!isRecord(one))
      return { number, cells: {}, problems: [{ pointer: '', code: 'type', detail: 'this is no object' }] };
    const unknown = Object.keys(one).filter((name) => !isMember(name));
    const problems = unknown.map((name) => ({
      pointer: `/${plainLine(name).slice(0, 40)}`,
      code: 'unknown_field',
      detail: `the members are ${MEMBERS.join(', ')}`,
    }));
    return { number, cells: one, problems };
  });
}

const isMember = (name: string): name is Member => MEMBERS.some((one) => one === name);

async function tableRows(file: ImportFile): Promise<FileRow[]> {
  const bounds = { ...dialectOf(textOf(file)), rowBytesMax: ROW_BYTES_MAX };
  const rows: FileRow[] = [];
  let names: Member[] | null = null;
  let number = 0;
  for await (const table of csvRows(yieldingPieces([file.bytes]), bounds))
    for (const cells of table) {
      number += 1;
      if (names === null) names = columnsIn(cells);
      else if (!cells.every(isBlankCell)) {
        refuseTooMany(rows.length + 1);
        rows.push(tableRow(names, cells, number));
      }
    }
  if (names === null) columnsIn([]);
  return rows;
}

function columnsIn(cells: readonly string[]): Member[] {
  const names = cells.map((name) => plainLine(name).toLowerCase());
  for (const name of MEMBERS)
    if (!names.includes(name)) throw unreadableFile('missing_column', `the column ${name} is missing`);
  const wrong = names.findIndex((name, index) => !isMember(name) || names.indexOf(name) !== index);
  if (wrong >= 0)
    throw unreadableFile(
      'unknown_column',
      `column ${wrong + 1} is none of the columns, or one of them twice`,
      `the columns are ${MEMBERS.join(', ')}`,
    );
  return names.filter(isMember);
}

function tableRow(names: readonly Member[], cells: readonly string[], number: number): FileRow {
  const surplus = cells.slice(names.length).some((cell) => !isBlankCell(cell));
  const problems = surplus
    ? [{ pointer: '', code: 'surplus_cells', detail: `the row has more than ${names.length} cells` }]
    : [];
  const texts = Object.fromEntries(names.map((name, index) => [name, plainLine(cells[index] ?? '')]));
  const { value } = texts;
  return { number, cells: { ...texts, value: value && /^\d{1,16}$/.test(value) ? Number(value) : value }, problems };
}

const textIn = (cell: unknown): string => (typeof cell === 'string' ? plainLine(cell) : '');

function rowOf({ number, cells, problems }: FileRow, { today }: ImportTerms): ImportRow<DatedMeasure> {
  const [name, given, day, source] = [cells.name, cells.kind, cells.day, cells.source].map(textIn) as [
    string,
    string,
    string,
    string,
  ];
  const { value } = cells;
  const kind = kindNamed(given);
  const found = [...problems];
  const wrong = (pointer: Member, code: string, detail: string): void =>
    void found.push({ pointer: `/${pointer}`, code, detail });
  for (const member of MEMBERS)
    if (cells[member] === undefined || cells[member] === null || cells[member] === '')
      wrong(member, 'required', 'this is missing');
  if (given && !kind) wrong('kind', 'not_allowed', `must be one of ${KINDS}`);
  if (name && kind && !subjectOf({ registry: kind.registry, name }))
    wrong('name', 'pattern', `this is no name that ${kind.registry} has`);
  if (value !== undefined && value !== null && value !== '' && !isCount(value))
    wrong('value', 'count', `must be a whole number from 0 to ${VALUE_MAX.toLocaleString('en')}`);
  if (day && !dayForm.safeParse(day).success) wrong('day', 'pattern', 'must be a day, YYYY-MM-DD');
  else if (day > today) wrong('day', 'future_day', 'must not be a day that has not come');
  if (source.length > SOURCE_MAX) wrong('source', 'too_long', `must have at most ${SOURCE_MAX} characters`);
  const key = [kind?.kind ?? given, name, day].join(' ').trim();
  if (found.length || !kind || !isCount(value)) return { number, key, record: null, problems: found };
  return { number, key, problems: [], record: { kind: kind.kind, name, value, source, day } };
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= VALUE_MAX;
