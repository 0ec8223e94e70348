import { listIn } from './shim.js';

/** The query parameters that narrow a question to the directory, each repeatable; the operation has arguments of the same names. */
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
  interface: { description: 'rest, graphql, sdk, cli or mcp', repeatable: true, example: 'mcp' },
  licence: { description: 'An SPDX id, such as MIT; what is not known has none', repeatable: true, example: 'MIT' },
} as const;

export const filterNames = Object.keys(filterParameters);

/** The variables of a document that takes the filters, and the arguments that they become. */
export const FILTER_VARIABLES = filterNames.map((name) => `$${name}: [String!]`).join(', ');
export const FILTER_ARGUMENTS = filterNames.map((name) => `${name}: $${name}`).join(', ');

/** The filters of a request as arguments. */
export const filtersIn = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(filterNames.map((name) => [name, listIn(query[name])]));
