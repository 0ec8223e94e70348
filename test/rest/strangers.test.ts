import net from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { makeEvent } from '../setup/make.js';

const MIB = 1024 * 1024;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ connections: { perAddressMax: 6, inAllMax: 100 } });
});
const sockets = new Set<net.Socket>();
afterEach(async () => {
  sockets.clear();
  app.server.closeAllConnections();
  await expect.poll(() => connections()).toBe(0);
});
afterAll(() => app.close());

const connections = () =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count ?? 0)));

/** Opens a connection, sends these bytes and nothing more. */
async function send(bytes: string): Promise<net.Socket> {
  const { hostname, port } = new URL(app.url);
  const socket = net.connect(Number(port), hostname);
  sockets.add(socket);
  socket.on('error', () => undefined);
  await new Promise((connected) => socket.once('connect', connected));
  socket.write(bytes);
  return socket;
}

/** The head of a request whose body never comes. */
const head = (path: string, { token = '', length = 2 * MIB, more = '' } = {}) =>
  `POST ${path} HTTP/1.1\r\nHost: ${new URL(app.url).host}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${token && `Authorization: Bearer ${token}\r\n`}${more}\r\n`;

/** The first bytes that the server answers. */
const answerOf = (socket: net.Socket): Promise<string> =>
  new Promise((resolve) => socket.once('data', (bytes) => resolve(bytes.toString('utf8'))));
const statusOf = async (socket: net.Socket): Promise<number> => Number((await answerOf(socket)).split(' ')[1]);

describe('a body that no one with a right to send it announces', () => {
  it.each([
    ['/api/usage/track', 'dtk_wrong'],
    ['/api/usage/track', ''],
    ['/api/usage/track/batch', 'dtk_wrong'],
    ['/api/usage/track/batch', ''],
    ['/api/usage/track/dry-run', ''],
    ['/api/imports/tracking-csv', ''],
    ['/api/imports/catalog', 'dai_wrong'],
    ['/api/me/usage', ''],
    ['/api/workflow/agent-skills', 'dai_wrong'],
    ['/api/workflow/projects/draft', ''],
  ])('is refused on %s with the credential "%s" before a byte of it has come', async (path, token) => {
    expect(await statusOf(await send(head(path, { token, length: 1_000 })))).toBe(401);
  });

  it('is refused with a valid credential of another kind, too', async () => {
    const { workflowToken } = app.credentials;
    expect(await statusOf(await send(head('/api/usage/track/batch', { token: workflowToken })))).toBe(403);
  });
});

describe('a body beyond the limit of its path', () => {
  it.each([
    ['/api/usage/track', 256 * 1024, () => app.credentials.trackingKey],
    ['/api/usage/track/batch', 2 * MIB, () => app.credentials.trackingKey],
    ['/graphql', 2 * MIB, () => ''],
    ['/mcp', 256 * 1024, () => ''],
    ['/api/auth/sign-in/email', 16 * 1024, () => ''],
  ])('is refused on %s by its Content-Length', async (path, limit, token) => {
    expect(await statusOf(await send(head(path, { token: token(), length: limit + 1 })))).toBe(413);
  });
});

describe('bodies without a credential', () => {
  it('have 8 MiB in flight from one address, and valid credentials from there go on', async () => {
    for (let held = 0; held < 4; held += 1) await send(head('/graphql'));
    await expect.poll(() => app.app.platform.limits.heldBytes()).toBe(8 * MIB);
    const refused = await askGraphql(app, '{ viewer { kind } }');
    const [error] = refused.errors;
    expect([refused.status, error?.extensions.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'RATE_LIMITED',
      '1',
    ]);
    expect((await ask(`${app.url}/mcp`, { body: {} })).status).toBe(429);
    expect((await ask(`${app.url}/api/auth/sign-in/email`, { body: {} })).status).toBe(429);
    expect((await ask(`${app.url}/api/directory/context?q=a`)).status, 'what has no body').toBe(200);
    const { trackingKey, workflowToken } = app.credentials;
    const stored = await ask(`${app.url}/api/usage/track`, { token: trackingKey, body: makeEvent(app) });
    expect(stored.status).toBe(200);
    expect((await askGraphql(app, '{ viewer { kind } }', {}, { token: workflowToken })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => app.app.platform.limits.heldBytes()).toBe(0);
    expect((await askGraphql(app, '{ viewer { kind } }')).status).toBe(200);
  });

  it('that are compressed or do not say their length hold the whole limit of the path', async () => {
    await send(head('/mcp', { length: 100, more: 'Content-Encoding: gzip\r\n' }));
    await expect.poll(() => app.app.platform.limits.heldBytes()).toBe(256 * 1024);
  });
});

describe('connections without a credential', () => {
  it('are six from one address: the oldest is ended, and a caller with a credential always gets in', async () => {
    const held: net.Socket[] = [];
    for (let one = 0; one < 6; one += 1) held.push(await send('GET /healthz HTTP/1.1\r\n'));
    const { trackingKey: token } = app.credentials;
    const look = 'GET /api/usage/events?idempotencyKey=none HTTP/1.1\r\nHost: a\r\n';
    const good = await send(`${look}Authorization: Bearer ${token}\r\n\r\n`);
    expect(await statusOf(good)).toBe(404);
    await expect.poll(() => held.filter(({ closed }) => closed).length).toBe(1);
    for (let one = 0; one < 20; one += 1) held.push(await send('GET /healthz HTTP/1.1\r\n'));
    await expect.poll(() => held.filter(({ closed }) => !closed).length).toBe(6);
    expect(
      held.slice(-6).every(({ closed }) => !closed),
      'the newest are kept',
    ).toBe(true);
    expect(good.closed, 'a connection that carried a valid credential is kept').toBe(false);
    good.write(`${look}Authorization: Bearer ${token}\r\n\r\n`);
    expect(await statusOf(good)).toBe(404);
  });
});
