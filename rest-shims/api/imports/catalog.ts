import type { Upload } from '../../upload.js';

const formats = ['mcp-registry', 'startup-credits', 'csv', 'npm-downloads', 'measures'];
const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const time = { type: 'string', format: 'date-time' };

const rows = {
  type: 'array',
  maxItems: 200,
  items: {
    type: 'object',
    required: ['row', 'key', 'problems'],
    properties: {
      row: count,
      key: text,
      problems: {
        type: 'array',
        items: {
          type: 'object',
          required: ['pointer', 'code', 'detail'],
          properties: { pointer: text, code: text, detail: text, hint: text },
        },
      },
    },
  },
};

export const catalogImport: Upload = {
  path: '/api/imports/catalog',
  tag: 'Imports',
  summary: 'Import a file into the catalog',
  description:
    'For a signed-in reviewer, from the workspace’s own origin. The file is read whole, then imported within the request; importing it again changes nothing. A dry run answers the same and stores nothing. Every row that cannot be taken says why: the first 200 here, all of them in `catalogImportRows` in GraphQL. At most 10 MiB; `dai catalog import` takes larger files.',
  operation: 'uploadCatalogImport',
  fields: { format: 'mcp-registry, startup-credits, csv, npm-downloads or measures' },
  optional: {
    dryRun: 'true: say what would happen and store nothing; false when left out',
    acceptHeld: 'true: take the figures that would be held; false when left out',
    asOf: 'The day that the figures are of, YYYY-MM-DD, where the file’s name does not say',
  },
  choices: { format: formats, dryRun: ['true', 'false'], acceptHeld: ['true', 'false'] },
  file: { name: 'file', description: 'The file: UTF-8 text', mediaType: 'text/plain' },
  example: {
    format: 'csv',
    dryRun: 'true',
    file: 'slug,name,summary,website\nmy-tool,My Tool,Does one thing well.,https://my-tool.example\n',
  },
  answer: {
    type: 'object',
    required: [
      ...[
        'id',
        'format',
        'fileName',
        'dryRun',
        'status',
        'total',
        'created',
        'updated',
        'unchanged',
        'superseded',
        'held',
        'refused',
      ],
      ...['startedAt', 'finishedAt', 'heldRows', 'refusedRows'],
    ],
    properties: {
      id: { type: ['string', 'null'], description: '`imp_…`; null for a dry run' },
      format: { type: 'string', enum: formats },
      fileName: text,
      dryRun: { type: 'boolean' },
      status: { type: 'string', enum: ['done'] },
      total: { ...count, description: 'Rows of the file' },
      created: count,
      updated: count,
      unchanged: count,
      superseded: { ...count, description: 'Rows with an older version of an entry that has a newer one' },
      held: { ...count, description: 'Figures that wait for a reviewer: a zero, or one that moved more than tenfold' },
      refused: count,
      startedAt: time,
      finishedAt: time,
      heldRows: rows,
      refusedRows: rows,
    },
  },
  status: 200,
  answers: { 200: 'Imported, or what an import would do', 413: 'Over 10 MiB' },
};
