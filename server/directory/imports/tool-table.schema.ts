import { csvRows } from '../../platform/csv.rows.js';
import { dialectOf, isBlankCell } from '../../platform/csv.rules.js';
import { unreadableFile } from '../../platform/fault.js';
import { type FormMember, factNamesOf, unknownIn } from '../../platform/form.rules.js';
import { runYielding, yieldingPieces } from '../../platform/yield.js';
import { parseToolFacts, type ToolRecord } from '../catalog/index.js';
import { mistakesBetween } from '../edit-distance.rules.js';
import { toolMembers } from '../tool.schema.js';
import {
  type ImportFile,
  type ImportPlan,
  type ImportRow,
  type ImportTerms,
  planOf,
  readFiles,
  refuseTooMany,
} from './import.types.js';
import { nameLine, plainLine, textOf } from './import-file.rules.js';
import { openToolWriter } from './lookalike.query.js';

const ROW_BYTES_MAX = 64 * 1024;
/** A name with at most so many mistakes against a known one is a misspelling of it. */
const MISTAKES_MAX = 3;

/**
 * Reads a table of tools: UTF-8, comma, semicolon or tab, the first row names the columns. A column that is not
 * known refuses the file, so that no fact is lost unseen; a wrong cell refuses its row, with the row's number and the column. A gateway that
 * reads a table looks after other requests meanwhile.
 */
export async function readToolTable(
  files: readonly ImportFile[],
  { acceptHeld = false }: Pick<ImportTerms, 'acceptHeld'> = {},
): Promise<ImportPlan> {
  return planOf(await readFiles(files, readRows), openToolWriter(acceptHeld));
}

/** Counts the rows before it looks into one: a row costs a hundred times what finding its end does. */
async function readRows(file: ImportFile): Promise<ImportRow<ToolRecord>[]> {
  const rows: ImportRow<ToolRecord>[] = [];
  const bounds = { ...dialectOf(textOf(file)), rowBytesMax: ROW_BYTES_MAX };
  const filled: { cells: readonly string[]; number: number }[] = [];
  let names: string[] | null = null;
  let number = 0;
  for await (const table of csvRows(yieldingPieces([file.bytes]), bounds))
    for (const cells of table) {
      number += 1;
      if (names === null) {
        names = namesIn(cells);
        checkHeader(names);
      } else if (!cells.every(isBlankCell)) {
        filled.push({ cells, number });
        refuseTooMany(filled.length);
      }
    }
  if (names === null) checkHeader([]);
  else await runYielding(readFilled(names, filled, rows));
  return rows;
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

/** The names of the columns. Those at the end that are blank are no columns: spreadsheets write them for cells that were emptied. */
function namesIn(cells: readonly string[]): string[] {
  const names = cells.map((name) => plainLine(name).toLowerCase());
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
}

function checkHeader(names: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    if (name === '') throw unreadableFile('unknown_column', `column ${index + 1} has no name`);
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

/** The columns with names of a tool and its vendor. */
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

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns that are not named by group and fact. */
const NAMED_ELSE: Readonly<Record<string, string>> = {
  '/pricing/freeTier': 'free_tier',
  '/docs/llmsTxt': 'llms_txt',
  '/docs/openapi': 'openapi',
};
/** The package registries that have a column, and the one source that a row names. */
const REGISTRIES = ['npm', 'pypi'] as const;
const SOURCE = [
  ['source_url', '/sources/0/url'],
  ['read_at', '/sources/0/readAt'],
] as const;

const columnsIn = ({ name, kind, members }: FormMember): [string, string][] => {
  if (kind === 'group')
    return members.map((one) => {
      const pointer = `/${name}/${one.name}`;
      return [NAMED_ELSE[pointer] ?? snake(`${name}_${one.name}`), pointer];
    });
  if (kind === 'groups') return [];
  return [[snake(name), `/${name}`]];
};

/**
 * The columns of a table of tools, in any order, and the facts that they state: those of the record's form. Lists have their items separated
 * by semicolons; a blank cell is absent knowledge.
 */
const facts: ReadonlyMap<string, string> = new Map([
  ...toolMembers.flatMap(columnsIn),
  ...REGISTRIES.map((registry): [string, string] => [registry, '/packages']),
  ...SOURCE,
]);
const columnAt = new Map([...facts].map(([column, pointer]) => [pointer, column]));
const columns: readonly string[] = [...facts.keys()];
const requiredColumns: readonly string[] = ['slug', 'name', 'summary'];

type CellRow = ReadonlyMap<string, string>;

/** The facts that a row states, before they are checked: `parseToolFacts` finds their problems. */
function readCells(row: CellRow): Record<string, unknown> {
  const [url, readAt] = SOURCE.map(([column]) => row.get(column) || null);
  return {
    ...Object.fromEntries(toolMembers.map((member) => [member.name, statedOf(member, row)])),
    packages: REGISTRIES.flatMap((registry) => itemsOf(row.get(registry)).map((name) => ({ registry, name }))),
    sources: url || readAt ? [{ url, readAt, facts: statedIn(row) }] : [],
  };
}

/** The statement of a row about a member of the form; a blank cell states what `unknownIn` answers. */
function statedOf(member: FormMember, row: CellRow): unknown {
  const unknown = unknownIn([member])[member.name] ?? null;
  const cell = ({ kind }: FormMember, pointer: string): unknown => {
    const text = row.get(columnAt.get(pointer) ?? '');
    return kind === 'list' ? itemsOf(text) : text || null;
  };
  if (member.kind !== 'group') return cell(member, `/${member.name}`) ?? unknown;
  const stated = member.members.map((one) => [one.name, cell(one, `/${member.name}/${one.name}`)] as const);
  if (member.nullable && stated.every(([, value]) => value === null)) return null;
  return { ...unknownIn(member.members), ...Object.fromEntries(stated.filter(([, value]) => value !== null)) };
}

const itemsOf = (cell = ''): string[] =>
  cell
    .split(';')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** The names of the facts that a row states, as sources name them: `summary`, `pricing.model`, `vendor`. */
const statedIn = (row: CellRow): string[] =>
  factNamesOf(toolMembers).filter((name) => {
    const pointer = `/${name.replace('.', '/')}`;
    return [...facts].some(
      ([column, one]) =>
        row.get(column) && (one === pointer || one.startsWith(`${pointer}/`)) && !one.startsWith('/sources'),
    );
  });

/** The column of a pointer into the facts of a row: the filled one, where two columns state the same fact. */
function columnOf(pointer: string, row: CellRow): string {
  const stating = [...facts].filter(([, fact]) => pointer === fact || pointer.startsWith(`${fact}/`));
  return (stating.find(([column]) => row.get(column)) ?? stating[0])?.[0] ?? '';
}
