import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { MemberRole, ownerOf, PRODUCT_ID, requireMember } from '../../accounts/index.js';
import { Fault, type FieldProblem, invalid } from '../../platform/fault.js';
import { type FormFields, type FormShape, readForm } from '../../platform/http/multipart.js';
import { newUuid, publicId, readId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { openPlaces, type Places } from '../../platform/places.js';
import { productUuidOf } from '../product.query.js';
import type { TrackingContext } from '../tracking.open.js';
import { type ReadCsv, readCsv } from './csv.read.js';
import { csvMax, retention, suggestTimeForm } from './csv.rules.js';
import { CsvImport, CsvImportPiece } from './csv-import.entity.js';
import { expiryOf, readImports } from './csv-import.query.js';
import { type CsvConstant, CsvImportStatus, type CsvTimes, type CsvValue } from './csv-import.types.js';
import { type MappedColumn, suggestMapping } from './mapping.suggest.js';

const FORM: FormShape = { fields: ['organizationId', 'productId'], file: 'file', fileBytesMax: csvMax.fileBytes };

/** The facts that the page needs to map columns. The sample is in this answer alone: rows are shown to no one else. */
export interface UploadedCsv extends Suggested {
  importId: string;
  fileName: string;
  columns: string[];
  rows: number;
  delimiter: string;
  sampleRows: string[][];
  expiresAt: Date;
}

/**
 * Receives a CSV file of events and stores its rows for the mapping; nothing is an event yet. It is no GraphQL operation, since a file
 * cannot be one, but has the same access, limits and problems (decisions §1, named exceptions, and §4, CSV).
 */
export const uploadCsvImport = operation(
  { name: 'uploadCsvImport', who: ['session'], writes: true, limit: 'csv-import' },
  async function uploadCsvImport(ctx: TrackingContext): Promise<UploadedCsv> {
    return ctx.parts.csvUploads.during(async (take) => {
      const person = ownerOf(ctx);
      const { taken } = await readForm(ctx.req, FORM, async (file, before) => {
        const owner = await requireOwner(ctx, before); // the file of a caller without rights is not read, and takes no place
        await take({ organization: owner.organizationId, person });
        return { owner, fileName: fileNameOf(file.name), csv: await readCsv(file.bytes) };
      });
      const { owner } = taken;
      const createdAt = ctx.platform.clock.now();
      const { pieces, ...understood } = taken.csv;
      const id = newUuid();
      const upload = { ...owner, id, fileName: taken.fileName, csv: taken.csv, person, createdAt };
      const suggested = await rememberMapping(ctx.em, owner.organizationId, understood);
      await ctx.em.transactional((em) => storeUpload(em, upload));
      return {
        importId: publicId('imp', id),
        fileName: taken.fileName,
        ...understood,
        ...suggested,
        expiresAt: expiryOf(createdAt),
      };
    });
  },
);

interface Owner {
  readonly organizationId: string;
  readonly productUuid: string;
}

/** Finds the owner of the file by the fields that came before it: later ones would be known too late. */
async function requireOwner(ctx: TrackingContext, fields: FormFields): Promise<Owner> {
  const late = FORM.fields.filter((name) => !fields[name]);
  if (late.length)
    throw invalid(
      late.map((name) => ({
        pointer: `/${name}`,
        code: 'required',
        detail: `the form needs the field ${name} before the file`,
      })),
    );
  const { productId = '' } = fields;
  const organizationId = readId('org', fields.organizationId ?? '');
  const problems: FieldProblem[] = [];
  const wrong = (pointer: string, detail: string): void => void problems.push({ pointer, code: 'pattern', detail });
  if (organizationId === null) wrong('/organizationId', 'must be an id that begins with org_');
  if (!PRODUCT_ID.test(productId)) wrong('/productId', 'must be 1 to 128 of A-Z a-z 0-9 . _ : -');
  if (organizationId === null || problems.length) throw invalid(problems);
  await requireMember(ctx, organizationId, MemberRole.admin);
  return { organizationId, productUuid: await productUuidOf(ctx.em, organizationId, productId) };
}

/** The name for the list of imports: without control characters, and not endless. */
const fileNameOf = (name: string): string =>
  name.toWellFormed().replace(/\p{C}/gu, '').slice(0, csvMax.fileName).toWellFormed() || 'unnamed.csv';

interface Upload extends Owner {
  readonly id: string;
  readonly fileName: string;
  readonly csv: ReadCsv;
  readonly person: string;
  readonly createdAt: Date;
}

async function storeUpload(em: EntityManager, upload: Upload): Promise<void> {
  const { organizationId, id: importId, csv } = upload;
  em.create(CsvImport, {
    organizationId,
    id: importId,
    productUuid: upload.productUuid,
    fileName: upload.fileName,
    status: CsvImportStatus.uploaded,
    columns: csv.columns,
    total: csv.rows,
    pieces: csv.pieces.length,
    createdAt: upload.createdAt,
    createdBy: upload.person,
  });
  await em.flush();
  for (const [index, rows] of csv.pieces.entries())
    await em.insert(CsvImportPiece, { organizationId, importId, number: index + 1, rows }); // one at a time: together they are a whole file
  const open = { organizationId, status: { $in: [CsvImportStatus.uploaded, CsvImportStatus.checked] } };
  const newest = em.qb(CsvImport).select('id').where(open).orderBy({ id: 'desc' }).limit(retention.openUploads);
  await em.nativeDelete(CsvImport, { ...open, id: { $nin: newest.getNativeQuery() } });
}

/** The page begins with this for a file: the choice of the last time for a file with the same header, or a suggestion from its header. */
interface Suggested {
  suggestedMapping: MappedColumn[];
  suggestedConstants: CsvConstant[];
  suggestedValues: CsvValue[];
  suggestedTimes: CsvTimes | null;
  /** How the times of the sample are written, where only one form fits; the time zone is not in the file. */
  suggestedTimeForm: CsvTimes['form'] | null;
  /** The name of the file for which the mapping was chosen. */
  rememberedFrom: string | null;
}

/** Remembers a mapping by its header, within one organization: the newest import that was checked with the same columns in the same order. */
async function rememberMapping(
  em: EntityManager,
  organizationId: string,
  { columns, sampleRows }: { readonly columns: readonly string[]; readonly sampleRows: readonly (readonly string[])[] },
): Promise<Suggested> {
  const [known] = await readImports(em, (imports) =>
    imports
      .where('i.organization_id', '=', organizationId)
      .where(sql<boolean>`i.columns = ${JSON.stringify(columns)}::jsonb`)
      .where('i.revision', '>', 0)
      .orderBy('i.id', 'desc')
      .limit(1),
  );
  const mapping = known?.mapping ?? suggestMapping(columns);
  const time = columns.indexOf(mapping.find(({ member }) => member === 'occurredAt')?.column ?? '');
  return {
    suggestedMapping: mapping,
    suggestedConstants: known?.constants ?? [],
    suggestedValues: known?.cellValues ?? [],
    suggestedTimes: known?.times ?? null,
    suggestedTimeForm: time < 0 ? null : suggestTimeForm(sampleRows.map((row) => row[time] ?? '')),
    rememberedFrom: known?.fileName ?? null,
  };
}

/** How many files a process receives at once: each is held in memory, compressed, until it is stored. */
const UPLOADS_AT_ONCE_MAX = 4;
/** How many of these one organization may hold, and one person in all organizations. */
const UPLOADS_OF_ONE_MAX = 2;

/** The places for uploads of one process, by organization and person. */
export type CsvUploads = Places<'organization' | 'person'>;

export const openCsvUploads = (): CsvUploads =>
  openPlaces({
    inAllMax: UPLOADS_AT_ONCE_MAX,
    eachMax: { organization: UPLOADS_OF_ONE_MAX, person: UPLOADS_OF_ONE_MAX },
    refuse: () =>
      new Fault('UNAVAILABLE', { say: 'Too many files are arriving at once. Send it again.', retryAfterS: 2 }),
  });
