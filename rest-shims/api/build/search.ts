import { BODY_LIMITS } from '../../../server/platform/http/body.js';
import { withFragments } from '../../fragments.js';
import { argumentsIn, integerIn, limitParameter, type Shim, textOf } from '../../shim.js';

const DOCUMENT = withFragments(`query ($intent: String!, $limit: Int!) {
    reply: buildSearch(intent: $intent, limit: $limit) {
      receipt { ...SignedRead } capabilities { id title phrase } recommendations { id title fit roles { capability title tool { ...Tool } why
        alternatives { slug name why } offers { id slug title claim } } gaps { capability reason } labels } facets { ...FacetCounts } notices saved } }`);
const LIMIT_DEFAULT = 5;

export const buildSearch: Shim = {
  method: 'get',
  path: '/api/build/search',
  tag: 'Planning',
  summary: 'Different stacks for what a user wants to build, each choice with its reasons',
  description:
    'The intent is broken into capabilities by a published lexicon, without a model. A capability without a good tool is a gap. Nothing is stored.',
  operation: 'buildSearch',
  publicRead: true,
  document: DOCUMENT,
  filtered: true,
  query: {
    intent: {
      description:
        'What is to be built, in plain words, 3 to 4,000 characters; POST takes what is too long for an address',
      required: true,
      schema: textOf(4_000, 3),
      example: 'a SaaS with sign-in, subscriptions and transactional email',
    },
    limit: limitParameter(20, LIMIT_DEFAULT),
  },
  arguments: ({ query }) => ({
    intent: query.intent,
    limit: integerIn(query.limit ?? String(LIMIT_DEFAULT)),
  }),
  answers: { 200: 'Stacks, facets and a receipt', 304: 'The caller has this answer already' },
};

export const buildSearchByPost: Shim = {
  method: 'post',
  path: '/api/build/search',
  tag: 'Planning',
  summary: 'The same for an intent that is too long for an address',
  description: 'Takes the parameters of GET as members of a JSON object, and answers the same. Nothing is stored.',
  operation: 'buildSearch',
  called: 'buildSearchByPost',
  document: DOCUMENT,
  filtered: true,
  body: {
    limitBytes: BODY_LIMITS.other,
    schema: 'BuildSearchBody',
    ofArguments: true,
    examples: {
      bounded: {
        summary: 'An intent, and what bounds the choice',
        value: { intent: 'a SaaS with sign-in, subscriptions and transactional email', pricing: ['free', 'freemium'] },
      },
    },
  },
  arguments(_req, body) {
    const given = argumentsIn(body, ['intent', 'limit']);
    return { ...given, limit: given.limit ?? LIMIT_DEFAULT };
  },
  answers: { 200: 'Stacks, facets and a receipt', 413: 'The body is too large' },
};
