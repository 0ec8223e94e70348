import { integerIn, limitParameter, type Shim } from '../../shim.js';

export const directoryChanges: Shim = {
  method: 'get',
  path: '/api/directory/changes',
  tag: 'Directory',
  summary: 'What changed in the catalog, oldest first',
  description: 'Read on from `nextCursor`; nothing is missed, whatever is written meanwhile.',
  operation: 'directoryChanges',
  publicRead: true,
  document: `query ($since: String, $limit: Int!, $cursor: String) { reply: directoryChanges(since: $since, limit: $limit, cursor: $cursor) {
    changes { version at resource id slug change fields } nextCursor asOf } }`,
  query: {
    since: { description: 'An ISO 8601 time', example: '2026-11-01T00:00:00Z' },
    limit: limitParameter(100, 50),
    cursor: { description: 'nextCursor of the page before', example: '' },
  },
  arguments: ({ query }) => ({ since: query.since, limit: integerIn(query.limit ?? '50'), cursor: query.cursor }),
  answers: { 200: 'Changes', 304: 'The caller has this answer already' },
};
