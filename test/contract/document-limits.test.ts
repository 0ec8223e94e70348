import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  getOperationAST,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as admin from '../../admin/providers/generated/operations.js';
import { documents as mcpDocuments } from '../../mcp/http.js';
import { shims } from '../../rest-shims/index.js';
import { openSchema } from '../../server/app/schema.js';
import { checkDocument } from '../../server/platform/graphql/document.check.js';
import { weightProblems } from '../../server/platform/graphql/document.weigh.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { introspectionAliases } from '../setup/hostile.documents.js';

let app: TestApp;
let schema: GraphQLSchema;
beforeAll(async () => {
  [app, schema] = [await startApp(), await openSchema()];
});
afterAll(() => app.close());

type Field = GraphQLField<unknown, unknown>;

const rootFields = (): Field[] => Object.values(schema.getQueryType()?.getFields() ?? {});
const takesLimit = ({ args }: Field): boolean => args.some(({ name }) => name === 'limit');

/** The largest `limit` of a list, as its description says. */
function limitMaxOf({ name, args }: Field): number {
  const description = args.find((one) => one.name === 'limit')?.description ?? '';
  const found = /^1 to (\d+)\b/.exec(description)?.[1];
  if (!found) throw new Error(`${name} does not say how many items it may be asked for: ${description}`);
  return Number(found);
}

/** Everything that a type has, with the `__typename` that clients add at every level. */
const wholeOf = (type: GraphQLObjectType): string =>
  `{ __typename ${Object.values(type.getFields())
    .filter(({ args }) => !args.some((one) => isNonNullType(one.type) && one.defaultValue === undefined))
    .map((field) => {
      const named = getNamedType(field.type);
      return isObjectType(named) ? `${field.name} ${wholeOf(named)}` : field.name;
    })
    .join(' ')} }`;

function largestPage(field: Field, limit: number): string {
  const type = getNamedType(field.type);
  const needed = field.args.filter((one) => isNonNullType(one.type) && one.defaultValue === undefined);
  const args = [...needed.map(({ name }) => `${name}: "x"`), `limit: ${limit}`].join(', ');
  return `{ ${field.name}(${args}) ${isObjectType(type) ? wholeOf(type) : ''} }`;
}

/** The size limits that a document breaks, with every page as large as its list allows. */
function tooMuchOf(text: string): unknown[] {
  const document: DocumentNode = parse(text);
  const operation = getOperationAST(document);
  if (!operation) throw new Error(`no operation: ${text.slice(0, 60)}`);
  const limits = rootFields().filter((field) => takesLimit(field) && new RegExp(`\\b${field.name}\\b`).test(text));
  const limit = Math.max(1, ...limits.map(limitMaxOf));
  return [
    ...checkDocument(schema, document).map(({ message }) => message),
    ...weightProblems({ schema, document, operation, variables: { limit } }),
  ];
}

describe('the largest page of a list', () => {
  it('is answered or refused for another reason, with everything that its items have, and never too costly', async () => {
    const lists = rootFields().filter(takesLimit);
    expect(lists.length).toBeGreaterThan(15);
    const tooMuch: unknown[] = [];
    for (const field of lists) {
      const { errors, status } = await askGraphql(app, largestPage(field, limitMaxOf(field)));
      expect(status, field.name).toBeLessThan(500);
      const problems = errors.flatMap(({ extensions }) => extensions.errors ?? []);
      tooMuch.push(...problems.filter(({ pointer }) => pointer === '/query').map((problem) => [field.name, problem]));
    }
    expect(tooMuch).toEqual([]);
  });

  it('is as large as the description says: one item more is refused', async () => {
    const { users, trackingKey } = app.credentials;
    const callers = [
      {},
      { token: trackingKey },
      { cookie: await signIn(app, users.owner) },
      { cookie: await signIn(app, users.reviewer) },
    ];
    const taken: string[] = [];
    for (const field of rootFields().filter(takesLimit)) {
      let isRefused = false;
      for (const caller of callers) {
        const { errors } = await askGraphql(app, largestPage(field, limitMaxOf(field) + 1), {}, caller);
        isRefused ||= errors.some(({ extensions }) => extensions.errors?.some(({ pointer }) => pointer === '/limit'));
      }
      if (!isRefused) taken.push(field.name);
    }
    expect(taken).toEqual([]);
  });
});

describe('a document of our own', () => {
  const ours: [string, string][] = [
    ...Object.entries(admin)
      .filter(([, one]) => one instanceof admin.TypedDocumentString && !String(one).trim().startsWith('fragment'))
      .map(([name, text]): [string, string] => [`the workspace's ${name}`, String(text)]),
    ...mcpDocuments.map((text): [string, string] => [`MCP's ${text.slice(0, 40)}`, text]),
    ...shims.map(({ path, method, document }): [string, string] => [`${method} ${path}`, document]),
  ];

  it('is within every bound at the largest limit', () => {
    expect(ours.length).toBeGreaterThan(60);
    expect(ours.map(([what, text]) => [what, tooMuchOf(text)]).filter(([, tooMuch]) => tooMuch?.length)).toEqual([]);
  });
});

/** `ofType` so many levels deep, as Apollo's tools and older clients write it out. */
const typeRef = (levels: number): string =>
  levels === 0 ? 'kind name' : `kind name ofType { ${typeRef(levels - 1)} }`;

describe('the standard introspection query', () => {
  it.each([
    ['graphql-js and Apollo’s tools, as they are', getIntrospectionQuery()],
    [
      'GraphiQL',
      getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true, directiveIsRepeatable: true }),
    ],
    [
      'graphql-codegen',
      getIntrospectionQuery({
        descriptions: true,
        schemaDescription: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        inputValueDeprecation: true,
        oneOf: true,
      }),
    ],
    [
      'a client with wrapped types written out 12 levels deep',
      `{ __schema { queryType { name } types { kind name description fields(includeDeprecated: true) { name args { name type { ${typeRef(12)} } } type { ${typeRef(12)} } } possibleTypes { ${typeRef(7)} } } } }`,
    ],
    ['a client that asks for one type', `{ __type(name: "Query") { name fields { name type { ${typeRef(9)} } } } }`],
  ])('of %s is answered', async (_client, query) => {
    const reply = await ask<{ errors?: unknown[]; data?: unknown }>(`${app.url}/graphql`, { body: { query } });
    expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
    expect(reply.body.data).toBeTruthy();
  });

  it('is served once in a request: what costs more than the whole schema is refused, under any name', async () => {
    const whole = getIntrospectionQuery();
    const [before = '', rest = ''] = whole.split('__schema {');
    const [selections = '', fragments = ''] = rest.split(/\}\s*\}\s*(?=fragment FullType)/);
    const twice = `${before} a: __schema { ${selections} } b: __schema { ${selections} } } ${fragments}`;
    for (const query of [twice, introspectionAliases(60)]) {
      const { errors } = await askGraphql(app, query);
      expect(errors[0]?.extensions.code).toBe('VALIDATION_FAILED');
    }
    const [refused] = (await askGraphql(app, twice)).errors;
    expect(refused?.extensions.errors).toMatchObject([{ pointer: '/query', code: 'too_costly' }]);
  });
});

describe('an operation that costs more than its answer', () => {
  /** So many aliases of it are weighed as affordable, and one more is not. */
  const COSTLY: readonly (readonly [string, number, string])[] = [
    ['previewIntake(kind: tracked_links) { complete }', 1, 'query'],
    ['submitIntake(input: $i) { receipt }', 1, 'mutation ($i: SubmitIntakeInput!)'],
    ['savePlan(input: $i) { id }', 1, 'mutation ($i: SavePlanInput!)'],
    ['buildSearch(intent: "payments") { receipt { id } }', 2, 'query'],
    ['buildBrief(intent: "payments") { goal }', 1, 'query'],
    ['explainResult(q: "payments", tool: "stripe") { detail }', 2, 'query'],
    ['directoryChanges(limit: 1) { asOf }', 16, 'query'],
    ['trackBatch(events: []) { summary { received } }', 8, 'mutation'],
    ['companyAdoption(organizationId: "x") { __typename }', 9, 'query'],
    ['companyHome(organizationId: "x") { __typename }', 9, 'query'],
    ['viewer { kind }', 30, 'query'],
  ];

  it.each(COSTLY)('%s is served under %i names, also in fragments', async (selection, most, head) => {
    const type = head.startsWith('mutation') ? 'Mutation' : 'Query';
    const codes = (aliases: number, isHidden: boolean): string[] => {
      const fields = Array.from({ length: aliases }, (_one, of) => `a${of}: ${selection}`).join(' ');
      const text = isHidden ? `${head} { ...F } fragment F on ${type} { ${fields} }` : `${head} { ${fields} }`;
      const document = parse(text);
      const operation = getOperationAST(document);
      if (!operation) throw new Error('no operation');
      return weightProblems({ schema, document, operation, variables: {} }).map(({ code }) => code);
    };
    for (const isHidden of [false, true]) {
      expect(codes(most, isHidden)).toEqual([]);
      expect(codes(most + 1, isHidden)).toEqual([most === 30 ? 'too_many_aliases' : 'too_costly']);
    }
  });

  it('is refused over HTTP before any of it runs or counts', async () => {
    const fields = Array.from({ length: 2 }, (_one, of) => `a${of}: previewIntake(kind: tracked_links) { complete }`);
    const reply = await askGraphql(app, `{ ${fields.join(' ')} }`);
    expect(reply.errors[0]?.extensions.errors).toMatchObject([{ pointer: '/query', code: 'too_costly' }]);
    expect(reply.headers.get('ratelimit') ?? '').not.toContain('build-search');
  });
});
