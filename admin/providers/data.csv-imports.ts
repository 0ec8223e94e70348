import { bind, type Methods, type MutationParams, present, type QueryParams } from './binding.js';
import { type CsvOrder, uploadCsv } from './csv-upload.js';
import * as schema from './generated/operations.js';
import { askedOf, listBy, oneOf, type Scope } from './records.js';
import { ask } from './request.js';

interface OwnParams extends QueryParams {
  readonly meta?: Scope;
}
interface Upload extends MutationParams<CsvOrder> {
  readonly meta?: Scope & { readonly idempotencyKey?: string };
}

/** Files of events on their way in, and their refused rows. */
export const csvImportRecords: Record<string, Methods> = {
  'csv-imports': {
    getList: listBy(
      schema.ListCsvImports,
      (question) => {
        const state = oneOf(schema.CsvImportStatus, question.filter.state);
        return {
          ...askedOf(question),
          organizationId: question.scope.organizationId ?? '',
          productId: question.filter.product,
          ...(state ? { state: [state] } : {}),
        };
      },
      ({ csvImports }) => csvImports,
    ),
    getOne: bind(
      schema.ReadCsvImport,
      ({ id, meta }: OwnParams) => ({ organizationId: meta?.organizationId ?? '', importId: String(id) }),
      ({ csvImport }) => ({ data: csvImport }),
    ),
    create: async ({ data, meta }: Upload) => {
      const organizationId = meta?.organizationId ?? '';
      const { importId, ...sample } = await uploadCsv(organizationId, data);
      const { csvImport } = await ask(schema.ReadCsvImport, { organizationId, importId });
      return { data: { ...csvImport, sample } };
    },
  },
  'csv-import-problems': {
    getList: listBy(
      schema.ListCsvImportProblems,
      ({ scope: { organizationId = '', importId = '' }, limit, cursor }) => ({
        organizationId,
        importId,
        limit,
        cursor,
      }),
      ({ csvImportProblems: { items, nextCursor } }) => ({
        items: items.map((one) => ({ ...one, id: String(one.row) })),
        nextCursor,
      }),
    ),
  },
};

/** The two steps after the upload. */
export const csvImportDecisions = {
  checkCsvImport: async (input: schema.CheckCsvImportInput) =>
    present((await ask(schema.CheckCsvImport, { input })).checkCsvImport),
  confirmCsvImport: async (input: schema.ConfirmCsvImportInput, idempotencyKey: string) =>
    present((await ask(schema.ConfirmCsvImport, { input, idempotencyKey })).confirmCsvImport),
};
