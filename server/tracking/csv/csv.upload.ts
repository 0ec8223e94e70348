import type { EntityManager } from '@mikro-orm/postgresql';
import { MemberRole, PRODUCT_ID, personOf, requireMember } from '../../accounts/index.js';
import { Fault, type FieldProblem, invalid } from '../../platform/fault.js';
import { type FormFields, type FormShape, readForm } from '../../platform/http/multipart.js';
import { newUuid, publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { openPlaces, type Places } from '../../platform/places.js';
import { productUuidOf } from '../product.query.js';
import type { TrackingContext } from '../tracking.open.js';
import { type ReadCsv, readCsv } from './csv.read.js';
import { CsvImportStatus } from './csv.types.js';
import { CsvImport, CsvImportPiece } from './csv-import.entity.js';
import { csvMax, retention } from './csv-limits.rules.js';
import { rememberMapping, type Suggested } from './mapping.remember.js';

const FORM: FormShape = { fields: ['organizationId', 'productId'], file: 'file', fileBytesMax: csvMax.fileBytes };

/** What the page needs to map columns. The sample is in this answer alone: rows are shown to no one else. */
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
      const person = personOf(ctx);
      const { taken } = await readForm(ctx.req, FORM, async (file, before) => {
        const owner = await ownerOf(ctx, before); // the file of a caller without rights is not read, and takes no place
        await take({ organization: owner.organizationUuid, person });
        return { owner, fileName: fileNameOf(file.name), csv: await readCsv(file.bytes) };
      });
      const { owner } = taken;
      const createdAt = ctx.platform.clock.now();
      const { pieces, ...understood } = taken.csv;
      const uuid = newUuid();
      const upload = { ...owner, uuid, fileName: taken.fileName, csv: taken.csv, person, createdAt };
      const suggested = await rememberMapping(ctx.em, owner.organizationUuid, understood);
      await ctx.em.transactional((em) => storeUpload(em, upload));
      return {
        importId: publicId('imp', uuid),
        fileName: taken.fileName,
        ...understood,
        ...suggested,
        expiresAt: new Date(createdAt.getTime() + retention.uploadHours * 3_600_000),
      };
    });
  },
);

interface Owner {
  readonly organizationUuid: string;
  readonly productUuid: string;
}

/** Whose the file is, by the fields that came before it: what comes after it would be known too late. */
async function ownerOf(ctx: TrackingContext, fields: FormFields): Promise<Owner> {
  const late = FORM.fields.filter((name) => !fields[name]);
  if (late.length)
    throw invalid(
      late.map((name) => ({
        pointer: `/${name}`,
        code: 'required',
        detail: `the form needs the field ${name} before the file`,
      })),
    );
  const { organizationId = '', productId = '' } = fields;
  const organizationUuid = uuidOf('org', organizationId);
  const problems: FieldProblem[] = [];
  const wrong = (pointer: string, detail: string): void => void problems.push({ pointer, code: 'pattern', detail });
  if (organizationUuid === null) wrong('/organizationId', 'must be an id that begins with org_');
  if (!PRODUCT_ID.test(productId)) wrong('/productId', 'must be 1 to 128 of A-Z a-z 0-9 . _ : -');
  if (organizationUuid === null || problems.length) throw invalid(problems);
  await requireMember(ctx, organizationId, MemberRole.admin);
  return { organizationUuid, productUuid: await productUuidOf(ctx.em, organizationId, productId) };
}

/** The name for the list of imports: without control characters, and not endless. */
const fileNameOf = (name: string): string =>
  name.toWellFormed().replace(/\p{C}/gu, '').slice(0, csvMax.fileName).toWellFormed() || 'unnamed.csv';

interface Upload extends Owner {
  readonly uuid: string;
  readonly fileName: string;
  readonly csv: ReadCsv;
  readonly person: string;
  readonly createdAt: Date;
}

async function storeUpload(em: EntityManager, upload: Upload): Promise<void> {
  const { organizationUuid: organizationId, uuid: importId, csv } = upload;
  await em.insert(CsvImport, {
    organizationId,
    id: importId,
    productUuid: upload.productUuid,
    fileName: upload.fileName,
    status: CsvImportStatus.uploaded,
    columns: csv.columns,
    rows: csv.rows,
    pieces: csv.pieces.length,
    createdAt: upload.createdAt,
    createdBy: upload.person,
  });
  for (const [index, rows] of csv.pieces.entries())
    await em.insert(CsvImportPiece, { organizationId, importId, number: index + 1, rows }); // one at a time: together they are a whole file
  const open = { organizationId, status: { $in: [CsvImportStatus.uploaded, CsvImportStatus.checked] } };
  const newest = em.qb(CsvImport).select('id').where(open).orderBy({ id: 'desc' }).limit(retention.openUploads);
  await em.nativeDelete(CsvImport, { ...open, id: { $nin: newest.getNativeQuery() } });
}

/** How many files a process receives at once: each is held in memory, compressed, until it is stored. */
const UPLOADS_AT_ONCE_MAX = 4;
/** Of these, what one organization may hold, and one person in all organizations. */
const UPLOADS_OF_ONE_MAX = 2;

/** The places for uploads of one process, by organization (bare UUID) and person. */
export type CsvUploads = Places<'organization' | 'person'>;

export const openCsvUploads = (): CsvUploads =>
  openPlaces({
    inAllMax: UPLOADS_AT_ONCE_MAX,
    eachMax: { organization: UPLOADS_OF_ONE_MAX, person: UPLOADS_OF_ONE_MAX },
    refuse: () =>
      new Fault('UNAVAILABLE', { say: 'Too many files are arriving at once. Send it again.', retryAfterS: 2 }),
  });
