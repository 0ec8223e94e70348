import { integerIn, listIn, type Shim } from '../../shim.js';
import { FACETS, filterParameters, RECEIPT, TOOL_FIELDS } from '../directory/context.js';

export const buildSearch: Shim = {
  method: 'get',
  path: '/api/build/search',
  tag: 'Planning',
  summary: 'Different stacks for what a user wants to build, each choice with its reasons',
  description:
    'The intent is broken into capabilities by a published lexicon, without a model. A capability without a good tool is a gap. Nothing is stored.',
  operation: 'buildSearch',
  publicRead: true,
  document: `query ($intent: String!, $limit: Int!, $category: [String!], $pricing: [String!], $maturity: [String!], $proof: [String!], $interface: [String!]) {
    reply: buildSearch(intent: $intent, limit: $limit, category: $category, pricing: $pricing, maturity: $maturity, proof: $proof, interface: $interface) {
      ${RECEIPT} capabilities { id title phrase } recommendations { id title fit roles { capability title tool { ${TOOL_FIELDS} } why alternatives { slug name why }
        offers { id slug title claim } } gaps { capability reason } labels } ${FACETS} notices saved } }`,
  query: {
    intent: {
      description: 'What is to be built, in plain words, 3 to 300 characters',
      required: true,
      example: 'a SaaS with sign-in, subscriptions and transactional email',
    },
    limit: { description: '1 to 20 stacks, 5 when absent', example: '5' },
    ...filterParameters,
    interface: { description: 'rest, graphql, sdk, cli or mcp', repeatable: true, example: 'sdk' },
  },
  arguments: ({ query }) => ({
    intent: query.intent,
    limit: integerIn(query.limit ?? '5'),
    category: listIn(query.category),
    pricing: listIn(query.pricing),
    maturity: listIn(query.maturity),
    proof: listIn(query.proof),
    interface: listIn(query.interface),
  }),
  answers: { 200: 'Stacks, facets and a receipt', 304: 'The caller has this answer already' },
};
