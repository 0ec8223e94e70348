import { buildSchema, type DocumentNode, parse, visit } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDocument } from '../../server/platform/graphql/document.check.js';
import { FORM_LIMITS, measureDocument } from '../../server/platform/graphql/document.measure.js';
import { openDocumentStore } from '../../server/platform/graphql/document.store.js';
import { graphqlRequest } from '../../server/platform/graphql/request.shape.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import * as hostile from '../setup/hostile.documents.js';
import { expectRefusal } from '../setup/refusal.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Counts by getters how often a document's selections are read. */
function watched(query: string): { document: DocumentNode; reads: () => number; sets: number } {
  const document = parse(query);
  let [reads, sets] = [0, 0];
  visit(document, {
    SelectionSet(node) {
      const { selections } = node;
      sets += 1;
      Object.defineProperty(node, 'selections', {
        enumerable: true,
        get: () => {
          reads += 1;
          return selections;
        },
      });
    },
  });
  return { document, reads: () => reads, sets };
}

/** A kilobyte of fragments once held the gateway for seconds, a little more for ever. */
describe('a hostile document', () => {
  it.each(hostile.hostileDocuments())(
    'is refused, and the next request is answered: $what',
    async ({ query, variables }) => {
      const reply = await ask(`${app.url}/graphql`, { body: { query, variables } });
      expectRefusal(reply, query.slice(0, 60));
      expect((await askGraphql(app, '{ viewer { kind } }')).data).toEqual({ viewer: { kind: 'anonymous' } });
    },
  );

  it.each([
    [hostile.nestedSpreads(28)],
    [hostile.nestedSpreads(90)],
    [hostile.nestedSpreadsBelow(90)],
    [hostile.nestedInlineSpreads(60)],
    [hostile.manyOperations(600, 100)],
    [hostile.circularSpreads(100)],
  ])('is measured by reading each selection a few times at most: %.40s', (query) => {
    const { document, reads, sets } = watched(query);
    expect(measureDocument(document)).toHaveLength(1);
    expect(reads()).toBeLessThanOrEqual(4 * sets + 2 * 600);
  });

  it('is refused for its form alone when the schema does not know a word of it', () => {
    const schema = buildSchema('type Query { a: Int }');
    for (const query of [hostile.nestedSpreads(28), hostile.sameField(14_000), hostile.twoOfOneName(10_000)])
      expect(() => checkDocument(schema, parse(query)), query.slice(0, 60)).toThrow();
  });

  it.each([
    [hostile.nestedSpreads(22), 'too_large'],
    [hostile.sameField(FORM_LIMITS.selectionsMax), 'too_large'],
    [hostile.sameField(FORM_LIMITS.tokensMax), 'too_large'],
    [hostile.onlyComments(FORM_LIMITS.charactersMax / 2), 'too_large'],
    [hostile.unusedFragments(20_000), 'too_large'],
    [hostile.aliasesOf('viewer', 100_000), 'too_large'],
    [hostile.deepValue(300), 'too_deep'],
    [hostile.chainedSpreads(300), 'too_deep'],
    [hostile.circularSpreads(2), 'invalid_document'],
    [hostile.introspectionParts(30), 'too_costly'],
    [hostile.aliasesOf('viewer { kind }', 31), 'too_many_aliases'],
  ])('is told what of it is too much: %.40s', async (query, code) => {
    const reply = await ask<{ errors: { extensions: { errors: unknown[] } }[] }>(`${app.url}/graphql`, {
      body: { query },
    });
    expect(reply.body.errors[0]?.extensions.errors).toMatchObject([{ pointer: '/query', code }]);
  });
});

/** Whatever parsed was once stored, refused or not, by the length of its text: comments and tokens take fifty times as much. */
describe('the store of parsed documents', () => {
  const isStored = async (...queries: string[]): Promise<boolean> => {
    const store = openDocumentStore();
    for (const query of queries) await store.set(query, parse(query));
    return (await store.get(queries[0] ?? '')) !== undefined;
  };

  it.each([
    [hostile.nestedSpreads(28)],
    [hostile.sameField(14_000)],
    [hostile.unusedFragments(2_000)],
    [hostile.onlyComments(100_000)],
  ])('holds none that is refused or large: %.40s', async (query) => {
    expect(await isStored(query)).toBe(false);
  });

  it('holds what is asked again, and lets it go for others', async () => {
    const small = '{ viewer { kind } }';
    const large = (of: number): string => `${hostile.onlyComments(10_000)} # ${of}`;
    expect(await isStored(small)).toBe(true);
    expect(await isStored(small, ...Array.from({ length: 10 }, (_one, of) => large(of)))).toBe(false);
  });
});

/** Objects and lists whose members are counted as they are read. */
function watchedMembers(value: object): { value: object; reads: () => number } {
  let reads = 0;
  const watched = new Proxy(value, {
    get(target, name) {
      if (name !== 'length') reads += 1;
      return Reflect.get(target, name);
    },
  });
  return { value: watched, reads: () => reads };
}

/** Each level of the variables was once copied whole, however many members it had. */
describe('hostile variables', () => {
  it.each([
    ['members', Object.fromEntries(Array.from({ length: 100_000 }, (_one, index) => [`v${index}`, 1]))],
    ['items', Array.from({ length: 100_000 }, () => 1)],
    ['lists', Array.from({ length: 100_000 }, () => [])],
  ])('are refused without a look at 100,000 %s', (_name, members) => {
    const { value, reads } = watchedMembers(members);
    expect(() => graphqlRequest({ query: '{ viewer { kind } }', variables: { v: value } })).toThrow();
    expect(reads()).toBe(0);
  });

  it('are told what of them is too much', async () => {
    const variables = { v: Array.from({ length: 110_000 }, () => 1) };
    const reply = await ask(`${app.url}/graphql`, { body: { query: '{ viewer { kind } }', variables } });
    expect(JSON.stringify(reply.body)).toMatch(/"pointer":"\/variables","code":"too_large"/);
  });

  it('pass with the members of a batch of 50 large events', async () => {
    const events = Array.from({ length: 50 }, () => Array.from({ length: 350 }, () => 1));
    const reply = await ask(`${app.url}/graphql`, { body: { query: '{ viewer { kind } }', variables: { events } } });
    expect(reply.body).toEqual({ data: { viewer: { kind: 'anonymous' } } });
  });
});
