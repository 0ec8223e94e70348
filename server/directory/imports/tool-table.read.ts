import { CsvError, parse } from 'csv-parse/sync';
import { distance } from 'fastest-levenshtein';
import { parseToolFacts, type ToolRecord, writeTools } from '../catalog/index.js';
import { columnOf, columns, factsOfCells, requiredColumns } from './csv-columns.rules.js';
import { type ImportFile, type ImportPlan, type ImportRow, planOf, unreadable } from './import.types.js';
import { textOf } from './import-json.parse.js';
import { plainLine } from './import-text.rules.js';

const ROW_BYTES_MAX = 64 * 1024;
/** A name that is this far from a known one is taken for a misspelling of it. */
const MISSPELLING_MAX = 3;

/**
 * Reads a table of tools: UTF-8, comma, semicolon or tab, the first row names the columns (`import.csv.columns.ts`). A column that is not
 * known refuses the file, so that no fact is lost unseen; a wrong cell refuses its row, with the row's number and the column.
 */
export function readToolTable(files: readonly ImportFile[]): ImportPlan {
  const rows = files.flatMap((file) => rowsOf(tableOf(textOf(file))));
  return planOf(rows, writeTools);
}

function tableOf(text: string): string[][] {
  const end = text.search(/[\r\n]/);
  const head = end === -1 ? text : text.slice(0, end);
  const [delimiter = ','] = [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length);
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: ROW_BYTES_MAX,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const at = 'records' in error && typeof error.records === 'number' ? `row ${error.records + 1}` : 'a row';
    if (error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw unreadable('quote_not_closed', `a quote that begins in ${at} is never closed`);
    if (error.code === 'CSV_MAX_RECORD_SIZE')
      throw unreadable(
        'row_too_large',
        `${at} has over ${ROW_BYTES_MAX / 1024} KiB`,
        'a quote that is never closed makes rows run together',
      );
    throw unreadable('stray_quote', `${at} has a quote inside a cell`, 'write the cell in quotes and the quote twice');
  }
}

function rowsOf(table: readonly string[][]): ImportRow<ToolRecord>[] {
  const [header = [], ...body] = table;
  const names = header.map((name) => plainLine(name).toLowerCase());
  checkHeader(names);
  return body.flatMap((cells, index) => (cells.every(isBlank) ? [] : [rowOf(names, cells, index + 2)]));
}

const isBlank = (cell: string): boolean => cell.trim() === '';

function checkHeader(names: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    const near = columns.find((one) => distance(one, name.slice(0, 30)) <= MISSPELLING_MAX);
    if (!columns.includes(name))
      throw unreadable(
        'unknown_column',
        `column ${index + 1} is none of the columns that a table of tools has`,
        near ? `did you mean ${near}?` : `the columns are ${columns.join(', ')}`,
      );
    if (names.indexOf(name) !== index)
      throw unreadable('repeated_column', `columns ${names.indexOf(name) + 1} and ${index + 1} have the same name`);
  }
  for (const name of requiredColumns)
    if (!names.includes(name)) throw unreadable('missing_column', `the column ${name} is missing`);
}

function rowOf(names: readonly string[], cells: readonly string[], number: number): ImportRow<ToolRecord> {
  const row = new Map(names.map((name, index) => [name, plainLine(cells[index] ?? '')]));
  const key = row.get('slug') ?? '';
  if (cells.slice(names.length).some((cell) => !isBlank(cell)))
    return {
      number,
      key,
      record: null,
      problems: [{ pointer: '', code: 'surplus_cells', detail: `the row has more than ${names.length} cells` }],
    };
  const parsed = parseToolFacts(factsOfCells(row));
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
