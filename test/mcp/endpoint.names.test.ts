import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { postMcp } from '../setup/mcp.ask.js';
import { sendRaw } from '../setup/raw.js';

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

let app: TestApp;
let named: TestApp;
beforeAll(async () => {
  app = await startApp();
  named = await startApp({ env: { BASE_URL: 'https://api.dai.example', WORKSPACE_URL: 'https://dai.example' } });
});
afterAll(() => Promise.all([app.close(), named.close()]));

/** A request with a Host of its own, which no client of HTTP would let a test choose. */
function rawPost(at: TestApp, host: string, body: string = JSON.stringify(LIST)) {
  const port = at.app.platform.config.port;
  const head = `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nConnection: close\r\n`;
  return sendRaw(`http://127.0.0.1:${port}`, `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}
const withOrigin = (origin: string) => postMcp(app.url, LIST, { headers: { origin } });

describe('the names under which /mcp answers', () => {
  it.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example', '192.168.0.7'])(
    'refuse the Host %s',
    async (host) => {
      const reply = await rawPost(app, host);
      expect([reply.status, (JSON.parse(reply.text) as { code: string }).code]).toEqual([403, 'CROSS_ORIGIN']);
    },
  );

  it.each(['evil.example@localhost', 'localhost/evil', 'localhost?x', 'localhost#x', 'localhost:x', ''])(
    'refuse what is no name: "%s"',
    async (host) => {
      expect((await rawPost(app, host)).status).toBe(403);
    },
  );

  it.each(['LOCALHOST', 'localhost', '127.0.0.1', '[::1]', 'localhost:1'])(
    'take the Host %s on one machine',
    async (host) => {
      expect((await rawPost(app, host)).status).toBe(200);
    },
  );

  it.each([
    ['api.dai.example', 200],
    ['dai.example', 200],
    ['localhost', 403],
    ['127.0.0.1', 403],
    ['other.dai.example', 403],
  ])('are those of BASE_URL and WORKSPACE_URL alone where they are public: %s %i', async (host, status) => {
    expect((await rawPost(named, host)).status).toBe(status);
  });

  it.each(['https://evil.example', 'http://localhost.evil.example', 'null', 'file://', 'nonsense', ''])(
    'refuse the Origin "%s"',
    async (origin) => {
      const reply = await withOrigin(origin);
      expect([reply.status, reply.body.code]).toEqual([403, 'CROSS_ORIGIN']);
    },
  );

  it('take an Origin of their own', async () => {
    for (const origin of [app.url, 'http://localhost:3000']) expect((await withOrigin(origin)).status).toBe(200);
  });

  it('are refused before a credential is looked at', async () => {
    const reply = await postMcp(app.url, LIST, { token: 'dai_wrong', headers: { origin: 'https://evil.example' } });
    expect(reply.body.code).toBe('CROSS_ORIGIN');
  });
});
