import { csvRows } from '../../platform/csv.rows.js';
import { dialectOf, isBlankCell } from '../../platform/csv.rules.js';
import { unreadableFile } from '../../platform/fault.js';
import { runYielding, yieldingPieces } from '../../platform/yield.js';
import { parseToolFacts, type ToolRecord } from '../catalog/index.js';
import { mistakesBetween } from '../edit-distance.rules.js';
import { columnOf, columns, readCells, requiredColumns } from './csv-cells.read.js';
import { type ImportFile, type ImportPlan, type ImportRow, planOf, refuseTooMany } from './import.types.js';
import { textOf } from './import-json.parse.js';
import { nameLine, plainLine } from './import-text.rules.js';
import { writeTools } from './tool.write.js';

const ROW_BYTES_MAX = 64 * 1024;
/** A name with at most so many mistakes against a known one is a misspelling of it. */
const MISTAKES_MAX = 3;

/**
 * Reads a table of tools: UTF-8, comma, semicolon or tab, the first row names the columns (`csv-cells.read.ts`). A column that is not
 * known refuses the file, so that no fact is lost unseen; a wrong cell refuses its row, with the row's number and the column. A gateway that
 * reads a table looks after other requests meanwhile.
 */
export async function readToolTable(files: readonly ImportFile[]): Promise<ImportPlan> {
  const rows: ImportRow<ToolRecord>[] = [];
  for (const file of files) await readRows(file, rows);
  return planOf(rows, writeTools);
}

/** Counts the rows before it looks into one: a row costs a hundred times what finding its end does. */
async function readRows(file: ImportFile, rows: ImportRow<ToolRecord>[]): Promise<void> {
  const bounds = { ...dialectOf(textOf(file)), rowBytesMax: ROW_BYTES_MAX };
  const filled: { cells: readonly string[]; number: number }[] = [];
  let names: string[] | null = null;
  let number = 0;
  for await (const table of csvRows(yieldingPieces([file.bytes]), bounds))
    for (const cells of table) {
      number += 1;
      if (names === null) {
        names = cells.map((name) => plainLine(name).toLowerCase());
        checkHeader(names);
      } else if (!cells.every(isBlankCell)) {
        filled.push({ cells, number });
        refuseTooMany(rows.length + filled.length);
      }
    }
  if (names === null) checkHeader([]);
  else await runYielding(readFilled(names, filled, rows));
}

function* readFilled(
  names: readonly string[],
  filled: readonly { cells: readonly string[]; number: number }[],
  rows: ImportRow<ToolRecord>[],
): Generator<void, void> {
  for (const { cells, number } of filled) {
    rows.push(rowOf(names, cells, number));
    yield;
  }
}

function checkHeader(names: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    const near = columns.find((one) => mistakesBetween(one, name.slice(0, 30), MISTAKES_MAX + 1) <= MISTAKES_MAX);
    if (!columns.includes(name))
      throw unreadableFile(
        'unknown_column',
        `column ${index + 1} is none of the columns that a table of tools has`,
        near ? `did you mean ${near}?` : `the columns are ${columns.join(', ')}`,
      );
    if (names.indexOf(name) !== index)
      throw unreadableFile('repeated_column', `columns ${names.indexOf(name) + 1} and ${index + 1} have the same name`);
  }
  for (const name of requiredColumns)
    if (!names.includes(name)) throw unreadableFile('missing_column', `the column ${name} is missing`);
}

/** The columns of what a tool and its vendor are called. */
const isNameColumn = (column: string): boolean => /^(?:name|aliases|vendor)/.test(column);

function rowOf(names: readonly string[], cells: readonly string[], number: number): ImportRow<ToolRecord> {
  const row = new Map(
    names.map((name, index) => [name, (isNameColumn(name) ? nameLine : plainLine)(cells[index] ?? '')]),
  );
  const key = row.get('slug') ?? '';
  if (cells.slice(names.length).some((cell) => !isBlankCell(cell)))
    return {
      number,
      key,
      record: null,
      problems: [{ pointer: '', code: 'surplus_cells', detail: `the row has more than ${names.length} cells` }],
    };
  const parsed = parseToolFacts(readCells(row));
  if ('problems' in parsed) {
    const problems = parsed.problems.map(({ pointer, code, detail }) => {
      const column = columnOf(pointer, row);
      return row.get(column)
        ? { pointer: `/${column}`, code, detail }
        : { pointer: `/${column}`, code: 'required', detail: 'this cell is blank' };
    });
    return { number, key, record: null, problems };
  }
  const { facts } = parsed;
  const readAt = facts.sources[0]?.readAt;
  const verification = {
    level: readAt === undefined ? 'none' : 'listed',
    method: readAt === undefined ? null : 'source named in the table',
    checkedAt: readAt === undefined ? null : new Date(`${readAt}T00:00:00.000Z`),
  } as const;
  const record: ToolRecord = { facts, origin: 'csv', originKey: facts.slug, verification, mcpServer: null };
  return { number, key: facts.slug, record, problems: [] };
}
