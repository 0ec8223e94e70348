import type { Download } from '../../download.js';

const text = { type: 'string' };

export const auditExport: Download = {
  path: '/api/exports/audit',
  tag: 'Exports',
  summary: 'Export an audit log',
  description:
    'Streams an audit log as NDJSON: each entry with the facts that its hash covers and its values, and behind the last entry the head of the chain. For a signed-in owner or admin of the organization, and the platform’s own log for reviewers. An answer without a head goes on with `after`, the `sequence` of its last whole line. Pieces joined in their order are verified without a server by `scripts/verify-audit.mjs`.',
  operation: 'exportAuditLog',
  query: {
    organizationId: { ...text, description: 'The organization, `org_…`; the platform’s own log when absent' },
    after: {
      ...text,
      pattern: '^\\d{1,15}$',
      description: 'The `sequence` of the last entry that has arrived; from the first one when absent',
    },
    limit: { type: 'integer', minimum: 1, maximum: 10_000, default: 10_000, description: 'At most so many entries' },
  },
  required: [],
  mediaTypes: ['application/x-ndjson'],
  example: { organizationId: 'org_01890a5d-ac96-774b-bcce-b302099a8057' },
  answers: {
    200: 'The entries; without a head as the last line there are more',
    404: 'There is no such organization, or you are not in it',
  },
};
