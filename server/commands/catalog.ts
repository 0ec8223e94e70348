import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Database } from '../app/database.js';
import { importReaders } from '../app/imports.js';
import {
  type CatalogImport,
  type ImportFile,
  type ImportFormat,
  type ImportReport,
  importCatalog,
  importMax,
  newestImports,
} from '../directory/index.js';
import { systemClock } from '../platform/clock.js';
import { Fault } from '../platform/fault.js';
import { publicId } from '../platform/ids.js';
import { CommandError } from './print.js';

/** The actor of an operator's import in the audit log. */
const OPERATOR = 'operator';
const ENDINGS: Readonly<Record<ImportFormat, RegExp>> = {
  'mcp-registry': /\.json$/i,
  'startup-credits': /\.ya?ml$/i,
  csv: /\.(csv|tsv|txt)$/i,
  'npm-downloads': /\.json$/i,
  measures: /\.(json|csv|tsv)$/i,
};

export interface CatalogImportOptions {
  format: ImportFormat;
  dryRun?: boolean;
  asOf?: string;
  acceptHeld?: boolean;
}

/** Imports a file, or the files of a folder that have the format's ending, and tells on standard error how far it is. */
export async function importFile(
  { orm }: Database,
  name: string,
  options: CatalogImportOptions,
): Promise<ImportReport> {
  const files = readFiles(name, options.format);
  const parts = {
    readers: importReaders,
    em: () => orm.em.fork(),
    clock: systemClock,
    moved: (done: number, total: number, counts: Counts) =>
      void process.stderr.write(`${done} of ${total} rows: ${countsLine(counts)}\n`),
  };
  const order = {
    format: options.format,
    files,
    name: path.basename(path.resolve(name)),
    asOf: options.asOf ?? null,
    dryRun: options.dryRun ?? false,
    acceptHeld: options.acceptHeld ?? false,
    actor: OPERATOR,
  };
  try {
    return await importCatalog(parts, order);
  } catch (error) {
    if (!(error instanceof Fault) || error.status >= 500) throw error;
    const lines = (error.errors ?? []).map(({ detail, hint }) => (hint ? `${detail}; ${hint}` : detail));
    throw new CommandError(`${name}: ${lines.join('\n') || error.message}`);
  }
}

type Counts = Pick<ImportReport, 'created' | 'updated' | 'unchanged' | 'superseded' | 'held' | 'refused'>;

const countsLine = ({ created, updated, unchanged, superseded, held, refused }: Counts): string =>
  `${created} created, ${updated} updated, ${unchanged} unchanged, ${superseded ? `${superseded} superseded, ` : ''}${held ? `${held} held, ` : ''}${refused} refused`;

/** The report for people: what became of the rows, and why the held and refused ones were left out. */
export const reportLines = (report: ImportReport): string[] => [
  `${report.fileName} (${report.format}): ${report.total} rows, ${countsLine(report)}`,
  report.id === null ? 'Dry run: nothing was stored.' : `Import ${report.id}`,
  ...report.rows
    .filter(({ outcome }) => outcome === 'held' || outcome === 'refused')
    .map(
      ({ number, key, outcome, problems }) =>
        `  ${number}  ${key}  ${outcome === 'held' ? 'held: ' : ''}${problems.map(problemLine).join('; ')}`,
    ),
];

const problemLine = ({ pointer, code, detail }: ImportReport['rows'][number]['problems'][number]): string =>
  `${pointer ? `${pointer}: ` : ''}${detail} (${code})`;

type Shown = Exclude<keyof CatalogImport, 'digest' | 'movedAt'>;

/** The newest imports, and a line for each. */
export async function listImports(
  { orm }: Database,
  limit: number,
): Promise<{ imports: Pick<CatalogImport, Shown>[]; lines: string[] }> {
  const found = await newestImports(orm.em.fork(), limit);
  const imports = found.map(({ digest: _digest, movedAt: _movedAt, ...one }) => ({
    ...one,
    id: publicId('imp', one.id),
  }));
  const lines = imports.map(
    (one) =>
      `${one.startedAt.toISOString()}  ${one.id}  ${one.format}  ${one.fileName}  ${one.status}  ${countsLine(one)}`,
  );
  return { imports, lines };
}

/** The bytes of a file of a folder; one that can't be read is a row of the report. */
function readFile(name: string): ImportFile {
  const file = { name: path.basename(name) };
  try {
    return { ...file, bytes: readFileSync(name) };
  } catch {
    return { ...file, bytes: Buffer.alloc(0), unreadable: true };
  }
}

function readFiles(name: string, format: ImportFormat): ImportFile[] {
  try {
    const names = statSync(name).isDirectory()
      ? readdirSync(name, { recursive: true, encoding: 'utf8' })
          .filter((one) => ENDINGS[format].test(one))
          .toSorted()
          .map((one) => path.join(name, one))
      : [name];
    const bytes = names.reduce((sum, one) => sum + (statSync(one, { throwIfNoEntry: false })?.size ?? 0), 0);
    if (bytes > importMax.fileBytes)
      throw new CommandError(`${name} is larger than ${importMax.fileBytes / 1024 / 1024} MiB`);
    if (names.length === 0) throw new CommandError(`${name} contains no ${format} files`);
    if (names.length > 1) return names.map(readFile);
    return names.map((one) => ({ name: path.basename(one), bytes: readFileSync(one) }));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${name} cannot be read`);
  }
}
