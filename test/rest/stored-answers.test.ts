import express from 'express';
import { GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shimHandler } from '../../rest-shims/run-operation.js';
import { integerIn } from '../../rest-shims/shim.js';
import { ANY_KIND, bindContext, type RequestContext } from '../../server/platform/context.js';
import { endIfNotModified } from '../../server/platform/http/conditional-get.js';
import { operation, operations } from '../../server/platform/operation.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';

const MEGA = 1024 * 1024;
const made: number[] = [];
const longAnswer = operation(
  { name: 'longAnswer', who: ANY_KIND, limit: 'public-read' },
  async (ctx, { n }: { n: number }) => {
    endIfNotModified(ctx, ['long', n]);
    made.push(n);
    return `${n} ${'x'.repeat(MEGA)}`;
  },
);
const schema = new GraphQLSchema({
  query: new GraphQLObjectType<unknown, RequestContext>({
    name: 'Query',
    fields: {
      longAnswer: {
        type: GraphQLString,
        args: { n: { type: new GraphQLNonNull(GraphQLInt) } },
        resolve: (_source, args: { n: number }, ctx) => longAnswer(ctx, args),
      },
    },
  }),
});

let app: TestApp;
let server: ReturnType<ReturnType<typeof express>['listen']>;
let url: string;
beforeAll(async () => {
  app = await startApp();
  const handle = shimHandler(
    {
      method: 'get',
      path: '/long',
      tag: 'Test',
      summary: 'Long answers',
      operation: 'longAnswer',
      publicRead: true,
      document: 'query ($n: Int!) { reply: longAnswer(n: $n) }',
      query: { n: { description: 'Which', example: '1' } },
      arguments: ({ query }) => ({ n: integerIn(query.n) }),
      answers: { 200: 'A long answer' },
    },
    {
      platform: app.app.platform,
      schema,
      resolvePrincipal: app.app.parts.principals.resolve,
      makeContext: bindContext(app.app.platform, app.app.parts),
      direct: {},
      uploads: {},
      downloads: {},
    },
  );
  const host = express();
  host.use((req, _res, next) => {
    req.requestId = 'a-test';
    next();
  });
  host.get('/long', handle);
  await new Promise<void>((ready) => {
    server = host.listen(0, '127.0.0.1', () => ready());
  });
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/long`;
});
afterAll(async () => {
  operations.delete('longAnswer'); // other files of this process compare the registry with the schema
  await new Promise((ended) => server.close(ended));
  await app.close();
});

it('a public path keeps its last answers, as many as fit into a bounded memory', async () => {
  for (let n = 1; n <= 12; n += 1) await ask(`${url}?n=${n}`);
  const again = await ask(`${url}?n=12`);
  expect(again.text.startsWith('"12 xxx')).toBe(true);
  expect(made).toHaveLength(12);
  await ask(`${url}?n=1`);
  expect(made).toHaveLength(13);
});
