import type { Upload } from '../../upload.js';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const timeForm = { enum: ['year_month_day', 'day_month_year', 'month_day_year', 'unix'] };

export const trackingCsv: Upload = {
  path: '/api/imports/tracking-csv',
  tag: 'Imports',
  summary: 'Upload a CSV file of tracking events',
  description:
    'The first of three steps: upload, then `checkCsvImport` and `confirmCsvImport` in GraphQL. Nothing is stored as an event yet. For a signed-in owner or admin, from the workspace’s own origin. UTF-8, at most 10 MiB, 50,000 rows and 100 columns; the first row holds the names of the columns, behind a line `sep=` where there is one.',
  operation: 'uploadCsvImport',
  fields: {
    organizationId: 'The organization, `org_…`',
    productId: 'The company’s own id of the product that the events belong to',
  },
  file: { name: 'file', description: 'The CSV file; comma, semicolon or tab', mediaType: 'text/csv' },
  example: {
    organizationId: 'org_01890a5d-ac96-774b-bcce-b302099a8057',
    productId: 'my-api',
    file: 'event_name,developer_id,occurredAt,idempotencyKey\nFIRST_API_CALL,dev_123,2026-01-31T09:30:00Z,evt-1\n',
  },
  answer: {
    type: 'object',
    required: [
      'importId',
      'fileName',
      'columns',
      'rows',
      'delimiter',
      'sampleRows',
      'suggestedMapping',
      'suggestedConstants',
      'suggestedValues',
      'suggestedTimes',
      'suggestedTimeForm',
      'rememberedFrom',
      'expiresAt',
    ],
    properties: {
      importId: text,
      fileName: text,
      columns: texts,
      rows: { type: 'integer', description: 'Rows of data' },
      delimiter: text,
      sampleRows: { type: 'array', maxItems: 5, items: texts, description: 'The first rows, in this answer alone' },
      suggestedMapping: {
        type: 'array',
        items: { type: 'object', required: ['column', 'member'], properties: { column: text, member: text } },
        description:
          'As it was checked the last time for a file with the same header, else by the names of the columns; send it to checkCsvImport, corrected',
      },
      suggestedConstants: {
        type: 'array',
        items: { type: 'object', required: ['member', 'value'], properties: { member: text, value: text } },
      },
      suggestedValues: {
        type: 'array',
        items: {
          type: 'object',
          required: ['member', 'from', 'to'],
          properties: { member: text, from: text, to: text },
        },
      },
      suggestedTimes: {
        type: ['object', 'null'],
        required: ['form', 'zone'],
        properties: { form: timeForm, zone: text },
        description: 'As it was checked the last time',
      },
      suggestedTimeForm: {
        anyOf: [timeForm, { type: 'null' }],
        description: 'How the first rows write their times, where they leave no doubt and have no offset',
      },
      rememberedFrom: {
        type: ['string', 'null'],
        description: 'The name of the file with the same header for which this mapping was checked',
      },
      expiresAt: {
        type: 'string',
        format: 'date-time',
        description: 'When an unconfirmed upload is deleted',
      },
    },
  },
  status: 201,
  answers: { 201: 'Received', 404: 'No such organization or product', 413: 'Over 10 MiB or 50,000 rows' },
};
