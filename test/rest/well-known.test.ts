import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { countRows } from '../setup/rows.js';

const INDEX = '/.well-known/agent-skills/index.json';
const SKILL = '/.well-known/agent-skills/dai/SKILL.md';
const SERVER = '/.well-known/mcp/server.json';
const GUIDE = '/llms.txt';
const BASE_URL = 'https://api.example.com';
const WORKSPACE_URL = 'https://work.example.com';

/** At the address of this machine, and behind two names of its own. */
let app: TestApp;
let named: TestApp;
let namedAt: string;
beforeAll(async () => {
  app = await startApp();
  named = await startApp({ env: { BASE_URL, WORKSPACE_URL } });
  namedAt = `http://127.0.0.1:${named.app.platform.config.port}`;
});
afterAll(() => Promise.all([app.close(), named.close()]));

const documents = [
  { path: INDEX, type: 'application/json; charset=utf-8' },
  { path: SKILL, type: 'text/markdown; charset=utf-8' },
  { path: SERVER, type: 'application/json; charset=utf-8' },
  { path: GUIDE, type: 'text/markdown; charset=utf-8' },
];

describe.each(documents)('GET $path', ({ path, type }) => {
  it('answers anyone, may be kept for a minute, and is 304 to a client that has it', async () => {
    const first = await ask(app.url + path);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, type]);
    expect(first.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=300');
    const etag = first.headers.get('etag') ?? '';
    const again = await ask(app.url + path, { headers: { 'if-none-match': etag } });
    expect([etag, again.status, again.text]).toEqual([expect.stringMatching(/^"[\w-]+"$/), 304, '']);
  });

  it('is the same to every caller and stores nothing', async () => {
    const { trackingKey, workflowToken, enterpriseKey } = app.credentials;
    const before = await countRows(app);
    const { text } = await ask(app.url + path);
    for (const token of [trackingKey, workflowToken, enterpriseKey])
      expect((await ask(app.url + path, { token })).text).toBe(text);
    expect(await countRows(app)).toEqual(before);
  });

  it('has the headers alone for HEAD', async () => {
    const [whole, head] = [await ask(app.url + path), await ask(app.url + path, { method: 'HEAD' })];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'content-type', 'content-length'])
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s with 405 and Allow', async (method) => {
    const { status, headers, body } = await ask(app.url + path, { method });
    expect([status, headers.get('allow'), body.code]).toEqual([405, 'GET, HEAD', 'METHOD_NOT_ALLOWED']);
  });

  it('names the addresses of its deployment and no other host', async () => {
    const { text } = await ask(namedAt + path);
    const origins = new Set([...text.matchAll(/https?:\/\/[^/\s"`);,]+/g)].map(([origin]) => origin));
    for (const known of [
      BASE_URL,
      WORKSPACE_URL,
      'https://schemas.agentskills.io',
      'https://static.modelcontextprotocol.io',
    ])
      origins.delete(known);
    expect([...origins]).toEqual([]);
  });

  it('holds no credential', async () => {
    const { text } = await ask(app.url + path);
    expect(text).not.toMatch(/\b(dai|dtk|dae)_[0-9A-Za-z]{8}/);
  });
});

describe('the index of skills', () => {
  it('has the form of Agent Skills Discovery 0.2.0', async () => {
    const { body } = await ask(app.url + INDEX);
    expect(body).toEqual({
      $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
      skills: [
        {
          name: 'dai',
          type: 'skill-md',
          description: expect.stringMatching(/^.{1,1024}$/),
          url: SKILL,
          digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        },
      ],
    });
  });

  it('names the digest of exactly the bytes that its address sends, at every deployment', async () => {
    for (const at of [app.url, namedAt]) {
      const { body } = await ask<{ skills: { url: string; digest: string }[] }>(at + INDEX);
      const answer = await fetch(new URL(body.skills[0]?.url ?? '', at + INDEX));
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(body.skills[0]?.digest).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
    }
  });

  it('knows no other skill', async () => {
    expect((await ask(`${app.url}/.well-known/agent-skills/other/SKILL.md`)).status).toBe(404);
  });
});

describe('the server.json', () => {
  it('names the server after the host of the deployment', async () => {
    const [own, behind] = [await ask(app.url + SERVER), await ask(namedAt + SERVER)];
    expect([own.body.name, behind.body.name]).toEqual(['localhost/dai', 'com.example.api/dai']);
  });

  it('leads to a server that answers, and that names itself with the same version', async () => {
    const { body } = await ask<{ version: string; remotes: { url: string }[] }>(app.url + SERVER);
    const reply = await ask<{ result: { serverInfo: { version: string } } }>(body.remotes[0]?.url ?? '', {
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      },
    });
    expect(reply.body.result.serverInfo.version).toBe(body.version);
  });
});

describe('GET /.well-known/security.txt', () => {
  const PATH = '/.well-known/security.txt';

  it('names the contacts in their order, an end within a year, its own places and the policy', async () => {
    const shown = await startApp({
      env: {
        BASE_URL,
        WORKSPACE_URL,
        SECURITY_CONTACT: ' mailto:security@example.com  https://example.com/report ',
        SECURITY_POLICY_URL: 'https://example.com/policy',
      },
    });
    const at = `http://127.0.0.1:${shown.app.platform.config.port}${PATH}`;
    const reply = await shown.clock.at(new Date('2026-11-30T23:59:59.999Z'), () => ask(at));
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(reply.text.split('\n')).toEqual([
      'Contact: mailto:security@example.com',
      'Contact: https://example.com/report',
      'Expires: 2027-05-29T00:00:00.000Z',
      `Canonical: ${BASE_URL}${PATH}`,
      `Canonical: ${WORKSPACE_URL}${PATH}`,
      'Policy: https://example.com/policy',
      '',
    ]);
    const next = await shown.clock.at(new Date('2026-12-01T00:00:00.000Z'), () => ask(at));
    expect(next.text).toContain('Expires: 2027-05-30T00:00:00.000Z');
    expect((await ask(at, { method: 'POST', body: {} })).status).toBe(405);
    await shown.close();
  });

  it('is not there without a contact, and names no place without https', async () => {
    expect((await ask(app.url + PATH)).status).toBe(404);
    const local = await startApp({ env: { SECURITY_CONTACT: 'tel:+1-201-555-0123' } });
    expect((await ask(local.url + PATH)).text).toMatch(/^Contact: tel:\+1-201-555-0123\nExpires: [\dT:.-]+Z\n$/);
    await local.close();
  });
});
