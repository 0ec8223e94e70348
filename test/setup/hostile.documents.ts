import { MARK } from './hostile.js';

/** A GraphQL document that is built to cost the server more than it cost to send. */
export interface HostileDocument {
  readonly what: string;
  readonly query: string;
  readonly variables?: Record<string, unknown>;
}

const times = (count: number, one: (index: number) => string): string =>
  Array.from({ length: count }, (_one, index) => one(index)).join(' ');
const wrapped = (levels: number, before: string, inside: string, after: string): string =>
  before.repeat(levels) + inside + after.repeat(levels);

/** Fragments that each spread the next one `spreads` times: spreads to the power of `levels` fields once they are written out. */
export const nestedSpreads = (levels: number, spreads = 2, directive = ''): string => {
  const spread = (of: number) => times(spreads, () => `...F${of}${directive}`);
  return `{ ${spread(0)} } ${times(levels, (of) => `fragment F${of} on Query { ${spread(of + 1)} }`)} fragment F${levels} on Query { viewer { kind } }`;
};

/** The same below a field: no root field is behind the spreads. */
export const nestedSpreadsBelow = (levels: number): string =>
  `{ viewer { ...F0 ...F0 } } ${times(levels, (of) => `fragment F${of} on Viewer { ...F${of + 1} ...F${of + 1} }`)} fragment F${levels} on Viewer { kind }`;

/** The same with inline fragments between. */
export const nestedInlineSpreads = (levels: number): string =>
  `{ ...F0 } ${times(levels, (of) => `fragment F${of} on Query { ... { ...F${of + 1} } ... on Query { ...F${of + 1} } }`)} fragment F${levels} on Query { viewer { kind } }`;

/** Fragments in one long chain. */
export const chainedSpreads = (fragments: number): string =>
  `{ ...F0 } ${times(fragments, (of) => `fragment F${of} on Query { ...F${of + 1} }`)} fragment F${fragments} on Query { viewer { kind } }`;

/** Fragments that spread each other in a ring, twice each. */
export const circularSpreads = (fragments: number): string =>
  `{ ...F0 } ${times(fragments, (of) => `fragment F${of} on Query { ...F${(of + 1) % fragments} ...F${(of + 1) % fragments} }`)}`;

/** Two fragments of one name, of which a reader that knows one alone sees the small one. */
export const twoOfOneName = (fields: number): string =>
  `{ viewer { ...F } } fragment F on Viewer { ${'kind '.repeat(fields)} } fragment F on Viewer { kind }`;

/** Many operations over one chain of fragments, of which one is asked for. */
export const manyOperations = (operations: number, fragments: number): string =>
  `${times(operations, (of) => `query Q${of} { ...F0 }`)} ${chainedSpreads(fragments).replace(/^\{[^}]*\}/, '')}`;

/** The same field again and again: graphql-js compares each with each. */
export const sameField = (fields: number): string => `{ viewer { ${'kind '.repeat(fields)} } }`;
export const sameObject = (objects: number): string => `{ ${'viewer { user { id } } '.repeat(objects)} }`;

/** One field under many names. */
export const aliasesOf = (selection: string, aliases: number): string =>
  `{ ${times(aliases, (of) => `a${of}: ${selection}`)} }`;

export const deepSelections = (levels: number): string => wrapped(levels, '{ viewer ', '{ kind }', ' }');
export const deepInlineFragments = (levels: number): string =>
  `{ ${wrapped(levels, '... { ', 'viewer { kind }', ' }')} }`;
export const deepValue = (levels: number): string =>
  `{ buildSearch(intent: "x", category: ${wrapped(levels, '[', `"${MARK}"`, ']')}) { readReceipt { id } } }`;
export const deepVariableType = (levels: number): string =>
  `query ($v: ${wrapped(levels, '[', 'ID', ']')}) { viewer { kind } }`;

/** A directive on every field, and many on one. */
export const manyDirectives = (count: number): string => `{ viewer { kind ${'@include(if: true) '.repeat(count)} } }`;

/** One variable in every place of a long list. */
export const repeatedVariable = (places: number): string =>
  `query ($v: String!) { buildSearch(intent: "x", category: [${'$v '.repeat(places)}]) { readReceipt { id } } }`;

export const manyVariables = (variables: number): string =>
  `query (${times(variables, (of) => `$v${of}: [Int!]`)}) { viewer { kind } }`;

/** Text that holds no token. */
export const onlyComments = (lines: number): string => `{ viewer { kind } } ${'#\n'.repeat(lines)}`;

/** Fragments that nothing spreads. */
export const unusedFragments = (fragments: number): string =>
  `{ viewer { kind } } ${times(fragments, (of) => `fragment F${of} on Viewer{kind}`)}`;

/** Questions about the schema: many at once, many of its parts, and back and forth between its types. */
export const introspectionAliases = (aliases: number): string =>
  aliasesOf('__schema { types { name description } }', aliases);
export const introspectionParts = (aliases: number): string =>
  `{ __schema { types { ${times(aliases, (of) => `a${of}: fields { name description args { name description } }`)} } } }`;
export const introspectionTypes = (aliases: number): string =>
  aliasesOf(
    '__type(name: "Query") { fields { args { type { ofType { inputFields { name } } } } type { ofType { fields { name } } } } }',
    aliases,
  );

/** One of each kind, all of them more than is served: for a corpus. */
export const hostileDocuments = (): HostileDocument[] => [
  { what: 'spreads, two a level, 22 levels', query: nestedSpreads(22) },
  { what: 'spreads, two a level, 28 levels', query: nestedSpreads(28) },
  { what: 'spreads, two a level, 150 levels', query: nestedSpreads(150) },
  { what: 'spreads, ten a level, 40 levels', query: nestedSpreads(40, 10) },
  { what: 'skipped spreads, two a level, 60 levels', query: nestedSpreads(60, 2, ' @skip(if: true)') },
  { what: 'spreads below a field, 60 levels', query: nestedSpreadsBelow(60) },
  { what: 'spreads in inline fragments, 40 levels', query: nestedInlineSpreads(40) },
  { what: 'a chain of 1,200 fragments', query: chainedSpreads(1_200) },
  { what: 'a ring of 200 fragments', query: circularSpreads(200) },
  { what: 'two fragments of one name', query: twoOfOneName(10_000) },
  { what: '600 operations over 100 fragments', query: manyOperations(600, 100) },
  { what: 'one field 14,000 times', query: sameField(14_000) },
  { what: 'one field 500,000 times', query: sameField(500_000) },
  { what: 'one object 2,000 times', query: sameObject(2_000) },
  { what: '2,000 aliases', query: aliasesOf('viewer { kind }', 2_000) },
  { what: '100,000 aliases', query: aliasesOf('viewer', 100_000) },
  { what: '20,000 unused fragments', query: unusedFragments(20_000) },
  { what: '8,000 unused fragments', query: unusedFragments(8_000) },
  { what: '2,000 unused fragments', query: unusedFragments(2_000) },
  { what: 'selections 3,000 deep', query: deepSelections(3_000) },
  { what: 'selections 60,000 deep', query: deepSelections(60_000) },
  { what: 'inline fragments 1,000 deep', query: deepInlineFragments(1_000) },
  { what: 'a value 1,000 deep', query: deepValue(1_000) },
  { what: 'a value 60,000 deep', query: deepValue(60_000) },
  { what: 'a type 3,000 deep', query: deepVariableType(3_000) },
  { what: '2,000 directives', query: manyDirectives(2_000) },
  { what: 'one variable in 6,000 places', query: repeatedVariable(6_000), variables: { v: MARK.repeat(50) } },
  {
    what: '2,000 variables of wrong items',
    query: manyVariables(2_000),
    variables: Object.fromEntries(Array.from({ length: 2_000 }, (_one, of) => [`v${of}`, Array(100).fill(MARK)])),
  },
  { what: 'a megabyte of comments', query: onlyComments(700_000) },
  { what: '60 aliases of the schema', query: introspectionAliases(60) },
  { what: '30 aliases of all fields', query: introspectionParts(30) },
  { what: '60 aliases of a type', query: introspectionTypes(60) },
  {
    what: 'the schema back and forth',
    query: `{ __schema ${wrapped(12, '{ types { fields { type ', '{ name }', '} } }')} }`,
  },
];
