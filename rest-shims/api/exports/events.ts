import type { Download } from '../../download.js';

const text = { type: 'string' };
const day = {
  type: 'string',
  format: 'date',
  description: 'A UTC day of arrival, YYYY-MM-DD; a window may be of any length.',
};

export const eventExport: Download = {
  path: '/api/exports/events',
  tag: 'Exports',
  summary: 'Export your own events',
  description:
    'Streams the stored events of a window whole, in the order of their arrival, as NDJSON or CSV, up to a minute before now. For a signed-in member of the organization. An answer that broke off, or that has as many events as `limit`, goes on with `after`, the `eventId` of its last whole line; with fewer it is the end. CSV begins with a byte order mark, and an apostrophe keeps a text from being a formula.',
  operation: 'exportEvents',
  query: {
    organizationId: { ...text, description: 'The organization, `org_…`' },
    productId: { ...text, description: 'The company’s own id of a product; all products when absent' },
    from: day,
    to: day,
    format: { enum: ['ndjson', 'csv'] },
    after: { ...text, description: 'The last event that has arrived, `evt_…`; from the beginning when absent' },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 100_000,
      default: 100_000,
      description: 'At most so many events',
    },
  },
  required: ['organizationId', 'from', 'to', 'format'],
  mediaTypes: ['application/x-ndjson', 'text/csv'],
  example: {
    organizationId: 'org_01890a5d-ac96-774b-bcce-b302099a8057',
    from: '2026-01-01',
    to: '2026-01-31',
    format: 'ndjson',
  },
  answers: {
    200: 'The events; a connection that ends early says that there are more',
    404: 'There is no such organization or product, or you are not in it',
  },
};
