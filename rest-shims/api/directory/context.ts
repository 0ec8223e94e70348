import { withFragments } from '../../fragments.js';
import { integerIn, limitParameter, type Shim, textOf } from '../../shim.js';

export const directoryContext: Shim = {
  method: 'get',
  path: '/api/directory/context',
  tag: 'Directory',
  summary: 'The tools that answer a question, with evidence, offers and tracked links',
  description: 'Nothing is stored: the receipt is signed, lives 30 days and can be named in a later save.',
  operation: 'directoryContext',
  publicRead: true,
  direct: true,
  filtered: true,
  document: withFragments(`query ($q: String!, $limit: Int!, $cursor: String) {
    reply: directoryContext(q: $q, limit: $limit, cursor: $cursor) {
      receipt { ...SignedRead } asOf total nextCursor tools { ...Tool rank { position reasons } } facets { ...FacetCounts } } }`),
  query: {
    q: {
      description: 'A name, a capability or a sentence, 0 to 1,000 characters',
      schema: textOf(1_000),
      example: 'send transactional email',
    },
    limit: limitParameter(50, 10),
    cursor: { description: 'nextCursor of the same question', example: '' },
  },
  arguments: ({ query }) => ({
    q: query.q ?? '',
    limit: integerIn(query.limit ?? '10'),
    cursor: query.cursor,
  }),
  answers: { 200: 'Tools, facets and a receipt', 304: 'The caller has this answer already' },
};
