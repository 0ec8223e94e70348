import { type FieldProblem, unreadableFile } from '../../platform/fault.js';
import { isDay } from '../../platform/instant.rules.js';
import { isRecord } from '../../platform/json.rules.js';
import { type DatedMeasure, writeMeasures } from '../measures/index.js';
import {
  type ImportFile,
  type ImportPlan,
  type ImportRow,
  type ImportTerms,
  importMax,
  planOf,
  readFiles,
  refuseTooMany,
} from './import.types.js';
import { parseJsonFile, plainLine } from './import-file.rules.js';

/** Names as npm has them; old ones have capitals. */
const PACKAGE = /^(?:@[A-Za-z0-9~-][A-Za-z0-9._~-]*\/[A-Za-z0-9_~-]|[A-Za-z0-9~-])[A-Za-z0-9._~-]*$/;
const NAME_MAX = 214;
/** No package is downloaded more often in a week; a larger number is a mistake of the file. */
const DOWNLOADS_MAX = 100_000_000_000;

/**
 * Reads weekly download counts, `{ "package": count, … }`, of the day in the file's name (npm-weekly-downloads-2026-08-16.json) or the day
 * given. They become public-source figures of the tools that list the packages, beside adoption counts and never mixed into them.
 */
export async function readNpmDownloads(files: readonly ImportFile[], terms: ImportTerms): Promise<ImportPlan> {
  return planOf(await readFiles(files, (file) => rowsOf(file, terms)), (em, at, measures) =>
    writeMeasures(em, at, measures, terms),
  );
}

function rowsOf(file: ImportFile, terms: ImportTerms): ImportRow<DatedMeasure>[] {
  const day = dayOf(file, terms);
  const source = `Weekly downloads as counted by npm, from the file ${plainLine(file.name, importMax.fileNameLength)}.`;
  return Object.entries(countsOf(file)).map(([name, value], index): ImportRow<DatedMeasure> => {
    const problems = problemsOf(name, value);
    const row = { number: index + 1, key: plainLine(name), problems };
    if (problems.length || typeof value !== 'number') return { ...row, record: null };
    return { ...row, record: { name, kind: 'npm_weekly_downloads', value, source, day } };
  });
}

function dayOf({ name }: ImportFile, { asOf, today }: ImportTerms): string {
  const day = asOf ?? /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/.exec(name)?.[0];
  if (day === undefined || !isDay(day))
    throw unreadableFile(
      'no_day',
      'the day that the counts are of is not known',
      'name the file npm-weekly-downloads-YYYY-MM-DD.json, or give the day (--as-of, asOf)',
    );
  if (day > today) throw unreadableFile('future_day', 'the counts are of a day that has not come');
  return day;
}

function countsOf(file: ImportFile): Record<string, unknown> {
  const counts = parseJsonFile(file);
  if (!isRecord(counts))
    throw unreadableFile(
      'wrong_top_level',
      'the file is no object of package names and counts',
      '{ "react": 25000000 }',
    );
  refuseTooMany(Object.keys(counts).length);
  return counts;
}

function problemsOf(name: string, value: unknown): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (name.length > NAME_MAX || !PACKAGE.test(name))
    problems.push({ pointer: '/name', code: 'pattern', detail: 'this is not the name of an npm package' });
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > DOWNLOADS_MAX) {
    const detail = `must be a whole number from 0 to ${DOWNLOADS_MAX.toLocaleString('en')}`;
    problems.push({ pointer: '/downloads', code: 'count', detail });
  }
  return problems;
}
