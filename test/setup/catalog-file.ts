import type { TestApp } from './app.js';
import type { Reply } from './ask.js';

export interface ImportAnswer {
  id: string | null;
  format: string;
  fileName: string;
  dryRun: boolean;
  status: string;
  total: number;
  created: number;
  updated: number;
  unchanged: number;
  superseded: number;
  held: number;
  refused: number;
  heldRows: { row: number; key: string; problems: { pointer: string; code: string; detail: string }[] }[];
  refusedRows: { row: number; key: string; problems: { pointer: string; code: string; detail: string }[] }[];
  code?: string;
  errors?: { pointer: string; code: string; detail: string; hint?: string }[];
}

/** A file of the catalog as it is uploaded. */
export interface CatalogFile {
  readonly format: string;
  readonly name?: string;
  readonly text: string | Uint8Array;
}

/** Uploads a file to the catalog's endpoint over real HTTP, as the page does; `fields` come on top. */
export async function importFile(
  { url }: Pick<TestApp, 'url'>,
  cookie: string,
  { format, name = 'file.txt', text }: CatalogFile,
  fields: Record<string, string> = {},
): Promise<Reply<ImportAnswer>> {
  const form = new FormData();
  for (const [field, value] of Object.entries({ format, ...fields })) form.set(field, value);
  form.set('file', new Blob([text as BlobPart]), name);
  const headers = { ...(cookie ? { cookie } : {}), origin: url };
  const answer = await fetch(`${url}/api/imports/catalog`, { method: 'POST', headers, body: form });
  const body = await answer.text();
  return { status: answer.status, headers: answer.headers, text: body, body: JSON.parse(body) as ImportAnswer };
}

/** The form of an import as text, for callers that write their own requests. */
export function catalogForm(
  fields: Record<string, string>,
  file: string,
  name = 'tools.csv',
): { type: string; body: string } {
  const part = (disposition: string, content: string): string =>
    `--form\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
  const parts = Object.entries(fields).map(([field, value]) => part(`name="${field}"`, value));
  const body = `${parts.join('')}${part(`name="file"; filename="${name}"`, file)}--form--\r\n`;
  return { type: 'multipart/form-data; boundary=form', body };
}

/** A table of tools with the columns that are needed; slugs begin with `prefix`. */
export const toolTable = (rows: number, prefix: string, summary = 'Does one thing well.'): string =>
  [
    'slug,name,summary',
    ...Array.from({ length: rows }, (_row, index) => `${prefix}-${index},Tool ${index},${summary}`),
    '',
  ].join('\n');
