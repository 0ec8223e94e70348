import { integerIn, listIn, type Shim } from '../../shim.js';

export const TOOL_FIELDS = `id slug name aliases summary vendor { name domain } categories capabilities pricing { model freeTier } maturity interfaces
  install { kind command } docs { url llmsTxt openapi } environment verification { level method checkedAt }
  proof { signal label asOf } measures { kind subject value label source asOf } offers { id slug title claim } actions { kind url } sponsored
  sources { url via readAt facts } updatedAt`;
const COUNTS = '{ value count }';
export const FACETS = `facets { category ${COUNTS} pricing ${COUNTS} maturity ${COUNTS} proof ${COUNTS} interface ${COUNTS} }`;
export const RECEIPT = 'receipt { id query asOf expiresAt resultDigest }';

export const filterParameters = {
  category: { description: 'Any of these categories', repeatable: true, example: 'email' },
  pricing: {
    description: 'free, freemium, usage, subscription, enterprise, open_source or unknown',
    repeatable: true,
    example: 'freemium',
  },
  maturity: { description: 'experimental, beta, stable, deprecated or unknown', repeatable: true, example: 'stable' },
  proof: {
    description: 'docs_mcp, activation, retained, public_source or offer',
    repeatable: true,
    example: 'public_source',
  },
} as const;

export const directoryContext: Shim = {
  method: 'get',
  path: '/api/directory/context',
  tag: 'Directory',
  summary: 'The tools that answer a question, with evidence, offers and tracked links',
  description: 'Nothing is stored: the receipt is signed, lives 30 days and can be named in a later save.',
  operation: 'directoryContext',
  publicRead: true,
  direct: true,
  document: `query ($q: String!, $limit: Int!, $cursor: String, $category: [String!], $pricing: [String!], $maturity: [String!], $proof: [String!], $interface: [String!]) {
    reply: directoryContext(q: $q, limit: $limit, cursor: $cursor, category: $category, pricing: $pricing, maturity: $maturity, proof: $proof, interface: $interface) {
      ${RECEIPT} asOf total nextCursor tools { ${TOOL_FIELDS} rank { position reasons } } ${FACETS} } }`,
  query: {
    q: {
      description: 'A name, a capability or a sentence, 0 to 1,000 characters',
      example: 'send transactional email',
    },
    limit: { description: '1 to 50, 10 when absent', example: '10' },
    cursor: { description: 'nextCursor of the same question', example: '' },
    ...filterParameters,
    interface: { description: 'rest, graphql, sdk, cli or mcp', repeatable: true, example: 'mcp' },
  },
  arguments: ({ query }) => ({
    q: query.q ?? '',
    limit: integerIn(query.limit ?? '10'),
    cursor: query.cursor,
    category: listIn(query.category),
    pricing: listIn(query.pricing),
    maturity: listIn(query.maturity),
    proof: listIn(query.proof),
    interface: listIn(query.interface),
  }),
  answers: { 200: 'Tools, facets and a receipt', 304: 'The caller has this answer already' },
};
