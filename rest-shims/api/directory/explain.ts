import { withFragments } from '../../fragments.js';
import { type Shim, textOf } from '../../shim.js';

export const explainResult: Shim = {
  method: 'get',
  path: '/api/directory/explain',
  tag: 'Directory',
  summary: 'The place of a tool in the answer to a question, or the rule that left it out',
  description: 'Takes the question and the filters of `/api/directory/context`, and answers about one tool.',
  operation: 'explainResult',
  publicRead: true,
  filtered: true,
  document: withFragments(`query ($q: String!, $tool: String!) {
    reply: explainResult(q: $q, tool: $tool) { ...Explained } }`),
  query: {
    q: {
      description: 'A name, a capability or a sentence, 0 to 1,000 characters',
      schema: textOf(1_000),
      required: true,
      example: 'send transactional email',
    },
    tool: {
      description: 'Short name of the tool',
      schema: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
      required: true,
      example: 'stripe',
    },
  },
  arguments: ({ query }) => ({ q: query.q, tool: query.tool }),
  answers: { 200: 'A place or a rule', 304: 'The caller has this answer already' },
};
