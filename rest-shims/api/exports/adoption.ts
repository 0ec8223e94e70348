import type { Download } from '../../download.js';

const text = { type: 'string' };
const day = { type: 'string', format: 'date', description: 'A UTC day, YYYY-MM-DD; a window has at most 400 of them.' };

export const adoptionExport: Download = {
  path: '/api/exports/adoption',
  tag: 'Exports',
  summary: 'Export adoption of your own products',
  description:
    'Streams the days, accounts, developers or events of a window as CSV or JSON: live, exact and not suppressed. For a signed-in member of the organization. JSON begins with label, window and sources; CSV has the columns `label`, `from` and `to`, begins with a byte order mark, and an apostrophe keeps a text from being a formula.',
  operation: 'exportAdoption',
  query: {
    organizationId: { ...text, description: 'The organization, `org_…`' },
    productId: { ...text, description: 'The company’s own id of a product; all products when absent' },
    from: day,
    to: day,
    what: { enum: ['days', 'accounts', 'developers', 'events'], description: 'What a line is' },
    format: { enum: ['csv', 'json'] },
  },
  required: ['organizationId', 'from', 'to', 'what', 'format'],
  mediaTypes: ['text/csv', 'application/json'],
  example: {
    organizationId: 'org_01890a5d-ac96-774b-bcce-b302099a8057',
    from: '2026-01-01',
    to: '2026-01-31',
    what: 'days',
    format: 'csv',
  },
  answers: {
    200: 'The export; a connection that ends early says that it is not whole',
    404: 'There is no such organization or product, or you are not in it',
  },
};
