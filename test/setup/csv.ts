import type { TestApp } from './app.js';
import { askGraphql, type GraphqlReply, type Reply } from './ask.js';

export interface MappedColumn {
  column: string;
  member: string;
}

export interface MappedValue {
  member: string;
  from: string;
  to: string;
}

export interface Times {
  form: string;
  zone: string;
}

export interface Uploaded {
  importId: string;
  fileName: string;
  columns: string[];
  rows: number;
  delimiter: string;
  sampleRows: string[][];
  suggestedMapping: MappedColumn[];
  suggestedConstants: { member: string; value: string }[];
  suggestedValues: MappedValue[];
  suggestedTimes: Times | null;
  suggestedTimeForm: string | null;
  rememberedFrom: string | null;
  errors?: { pointer: string; code: string; detail: string }[];
  code?: string;
}

export interface Counts {
  read: number;
  taken: number;
  duplicate: number;
  ignored: number;
  refused: number;
}

export interface RowResult {
  row: number;
  status: string;
  problems: { column: string | null; pointer: string; code: string; detail: string }[];
}

export interface ImportState {
  id: string;
  status: string;
  revision: number;
  rows: number;
  counts: Counts;
}

export interface Cause {
  column: string | null;
  pointer: string;
  code: string;
  detail: string;
  rows: number;
  firstRow: number;
  value: string | null;
}

export interface Check {
  csvImport: ImportState;
  counts: Counts;
  causes: Cause[];
  problems: RowResult[];
  warnings: { column: string | null; pointer: string; code: string; rows: number }[];
  firstEvent: Record<string, unknown> | null;
}

/** A person who imports into a product: the demo's owner into its product, unless something else is given. */
export interface Importer {
  readonly app: TestApp;
  readonly cookie: string;
  readonly organizationId?: string;
  readonly productId?: string;
}

const STATE = 'id status revision rows counts { read taken duplicate ignored refused }';

/** Uploads a file over real HTTP, as the page does; `form` and `headers` replace what the page would send. */
export async function uploadCsv(
  { app, cookie, organizationId, productId }: Importer,
  file: string | Uint8Array,
  given: { form?: FormData; headers?: Record<string, string>; fileName?: string } = {},
): Promise<Reply<Uploaded>> {
  const form = given.form ?? new FormData();
  if (!given.form) {
    form.set('organizationId', organizationId ?? app.credentials.organizationId);
    form.set('productId', productId ?? app.credentials.productId);
    form.set('file', new Blob([file as BlobPart], { type: 'text/csv' }), given.fileName ?? 'events.csv');
  }
  const answer = await fetch(`${app.url}/api/imports/tracking-csv`, {
    method: 'POST',
    headers: { ...(cookie ? { cookie } : {}), origin: app.url, ...given.headers },
    body: form,
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) as Uploaded };
}

/** A dry-run of an upload with a mapping. */
export function checkCsv(
  { app, cookie, organizationId }: Importer,
  importId: string,
  mapping: MappedColumn[],
  constants?: { member: string; value: string }[],
  chosen: { values?: MappedValue[]; times?: Times | null } = {},
): Promise<GraphqlReply<{ checkCsvImport: Check }>> {
  return askGraphql(
    app,
    `mutation ($input: CheckCsvImportInput!) { checkCsvImport(input: $input) {
      csvImport { ${STATE} } counts { read taken duplicate ignored refused } firstEvent
      causes { column pointer code detail rows firstRow value }
      problems { row status problems { column pointer code detail } } warnings { column pointer code rows } } }`,
    {
      input: {
        organizationId: organizationId ?? app.credentials.organizationId,
        importId,
        mapping,
        constants,
        ...chosen,
      },
    },
    { cookie },
  );
}

/** Confirms a check by its revision. */
export function confirmCsv(
  { app, cookie, organizationId }: Importer,
  importId: string,
  revision: number,
  idempotencyKey?: string,
): Promise<GraphqlReply<{ confirmCsvImport: ImportState }>> {
  return askGraphql(
    app,
    `mutation ($input: ConfirmCsvImportInput!, $key: String) { confirmCsvImport(input: $input, idempotencyKey: $key) { ${STATE} } }`,
    {
      input: { organizationId: organizationId ?? app.credentials.organizationId, importId, revision },
      key: idempotencyKey,
    },
    { cookie },
  );
}

/** How far an import is. */
export async function stateOfCsv({ app, cookie, organizationId }: Importer, importId: string): Promise<ImportState> {
  const reply = await askGraphql<{ csvImport: ImportState }>(
    app,
    `query ($org: ID!, $id: ID!) { csvImport(organizationId: $org, importId: $id) { ${STATE} } }`,
    { org: organizationId ?? app.credentials.organizationId, id: importId },
    { cookie },
  );
  if (!reply.data) throw new Error(JSON.stringify(reply.errors));
  return reply.data.csvImport;
}

/** Uploads, checks with the suggested mapping and confirms; answers the import's id. */
export async function startCsv(importer: Importer, file: string | Uint8Array): Promise<string> {
  const { body } = await uploadCsv(importer, file);
  const checked = await checkCsv(importer, body.importId, body.suggestedMapping);
  const revision = checked.data?.checkCsvImport.csvImport.revision ?? 0;
  const confirmed = await confirmCsv(importer, body.importId, revision);
  if (confirmed.errors.length) throw new Error(JSON.stringify([body, checked.errors, confirmed.errors]));
  return body.importId;
}

/** A file with the usual columns and as many rows as asked for; keys begin with `prefix`. */
export function csvOf(rows: number, prefix: string): string {
  const lines = Array.from(
    { length: rows },
    (_row, index) => `FIRST_API_CALL,dev_${index % 997},customer.example,2026-10-01T00:00:00Z,${prefix}-${index}`,
  );
  return ['event_name,developer_id,account_domain,occurredAt,idempotencyKey', ...lines, ''].join('\n');
}

/** The form of an upload as text, for callers that write their own requests. */
export function csvForm(
  { credentials }: Pick<TestApp, 'credentials'>,
  file: string,
  given: { productId?: string } = {},
): { type: string; body: string } {
  const part = (disposition: string, content: string): string =>
    `--form\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const parts = [
    part('name="organizationId"', credentials.organizationId),
    part('name="productId"', given.productId ?? credentials.productId),
    part('name="file"; filename="events.csv"', file),
  ];
  return { type: 'multipart/form-data; boundary=form', body: `${parts.join('')}--form--\r\n` };
}
