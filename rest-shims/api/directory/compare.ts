import { withFragments } from '../../fragments.js';
import { listIn, type Shim } from '../../shim.js';

export const compareTools: Shim = {
  method: 'get',
  path: '/api/directory/compare',
  tag: 'Directory',
  summary: 'Two to four tools fact by fact, with the pages that show each fact and the days on which they were read',
  description: 'A fact that is not known is null, never guessed. The tools stand in the order of their slugs.',
  operation: 'compareTools',
  publicRead: true,
  document: withFragments(`query ($tools: [String!]!) {
    reply: compareTools(tools: $tools) { tools { ...Tool } ...Compared } }`),
  query: {
    tool: {
      description: 'Short name of a tool; two to four of them',
      schema: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
      required: true,
      repeatable: true,
      example: 'stripe',
    },
  },
  parameterOf: { tools: 'tool' },
  arguments: ({ query }) => ({ tools: listIn(query.tool) }),
  answers: { 200: 'The tools and their facts', 304: 'The caller has this answer already', 404: 'A tool is not listed' },
};
