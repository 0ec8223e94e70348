import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildIfStale } from '../faults/gateway.process.js';
import { connectStdio, type StdioHost, serving } from '../setup/mcp.process.js';
import { type Outside, type OutsidePage, startOutside } from '../setup/outside.js';

const TOKEN = `dai_${'a1B2c3'.repeat(6)}`;
const JSON_TYPE = { 'content-type': 'application/json' };
const EMPTY = { total: 0, asOf: '2026-11-20', nextCursor: null, receipt: { id: 'rcp.1', expiresAt: 'x' }, tools: [] };
const ANSWER: OutsidePage = { headers: JSON_TYPE, content: JSON.stringify({ data: { reply: EMPTY } }) };

let outside: Outside;
let elsewhere: Outside;
let host: StdioHost;
beforeAll(async () => {
  await buildIfStale();
  outside = await startOutside();
  elsewhere = await startOutside();
});
beforeEach(() => {
  outside.reset();
  elsewhere.reset();
});
afterEach(() => host?.close());
afterAll(async () => {
  await outside?.close();
  await elsewhere?.close();
});

const connect = async (api = `http://${outside.host}`): Promise<StdioHost> => {
  host = await connectStdio(serving(api), { env: { DAI_TOKEN: TOKEN } });
  return host;
};
const search = () => host.call('search_tools', { query: 'email' });
const AWAY = { isError: true, structuredContent: { code: 'UNAVAILABLE', status: 503, retryable: true } };

describe('dai mcp serve with an API that is not there', () => {
  it('says so in the result of the tool, stays, and works as soon as the API is back', async () => {
    const server = await listening(0);
    const { port } = server.address() as AddressInfo;
    await closed(server);
    await connect(`http://127.0.0.1:${port}`);
    expect(await search()).toMatchObject(AWAY);
    expect(await host.call('get_build_packet', { planId: 'pln_1' })).toMatchObject(AWAY);
    expect((await host.client.listTools()).tools).toHaveLength(5);
    const back = await listening(port);
    expect((await search()).structuredContent.total).toBe(0);
    await closed(back);
    expect(await search()).toMatchObject(AWAY);
  });

  it('tells the model what to do then, in the text of the result, too', async () => {
    await connect('http://127.0.0.1:9');
    const { content, structuredContent } = await search();
    expect(structuredContent).toMatchObject({
      detail: 'http://127.0.0.1:9 cannot be reached: check --api and whether the service runs.',
      next: [{ needsPerson: false }],
    });
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
  });

  it('is an error of the protocol where a resource is read', async () => {
    await connect('http://127.0.0.1:9');
    const [first] = (await host.client.listResources()).resources;
    await expect(host.client.readResource({ uri: first?.uri ?? '' })).rejects.toMatchObject({
      code: -32_603,
      data: { code: 'UNAVAILABLE', retryable: true },
    });
  });

  it.each<[string, OutsidePage]>([
    ['a page for people', { status: 500, content: '<html>Error at /srv/secret-app.js:1</html>' }],
    ['garbage', { headers: JSON_TYPE, content: '{"data":{"rep' }],
    ['more than 2 MiB', { headers: JSON_TYPE, content: `{"data":{"reply":"${'x'.repeat(2 * 1024 * 1024)}"}}` }],
    ['another form', { headers: JSON_TYPE, content: '{"secret-app":1}' }],
    ['the token', { headers: JSON_TYPE, content: JSON.stringify({ data: { reply: { secret: TOKEN } } }) }],
  ])('that answers %s is one that is away, and nothing of its text goes to the model', async (_what, page) => {
    outside.serve('/graphql', page);
    await connect();
    const answered = await search();
    expect(answered).toMatchObject(AWAY);
    expect(JSON.stringify(answered)).not.toMatch(/html|srv|secret|xxx/);
    outside.serve('/graphql', ANSWER);
    expect((await search()).isError).toBeUndefined();
    expect(JSON.stringify(answered) + host.words()).not.toContain(TOKEN);
  });

  it('that sends it elsewhere is not followed, so that the token stays where it belongs', async () => {
    outside.redirect('/graphql', elsewhere.serve('/graphql', ANSWER), 307);
    await connect();
    expect(await search()).toMatchObject(AWAY);
    expect([outside.hits(), elsewhere.hits()]).toEqual([1, 0]);
  });

  it('that breaks the connection off in the middle of an answer is one that is away', async () => {
    const server = createServer((_req, res) => {
      res.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' });
      res.write('{"data":', () => res.destroy());
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    await connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await search()).toMatchObject(AWAY);
    await closed(server);
  });
});

/** An API that answers every question alike, on a port of the test's choice. */
async function listening(port: number): Promise<Server> {
  const server = createServer((_req, res) => void res.writeHead(200, JSON_TYPE).end(ANSWER.content));
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  return server;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((ended) => server.close(() => ended()));
}
