import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VERSION } from '../../server/platform/version.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask } from '../setup/ask.js';
import { makePerson, type Person } from '../setup/people.js';
import { countRows } from '../setup/rows.js';
import { type CreatedToken, createToken, makeProjectRow } from '../setup/tokens.js';

const PATH = '/api/workflow/mcp-config';
let app: TestApp;
let person: Person;
beforeAll(async () => {
  app = await startApp({ env: { MCP_COMMAND: 'npx dai' } });
  person = await makePerson(app);
});
afterAll(() => app.close());

interface Problem {
  code: string;
  errors?: { pointer: string; code: string }[];
}
const post = <T = CreatedToken & Problem>(body: unknown, options: Parameters<typeof ask>[1] = {}) =>
  ask<T>(`${app.url}${PATH}`, {
    body,
    ...(options.token === undefined ? { cookie: person.cookie, headers: { origin: app.url } } : {}),
    ...options,
  });

describe('GET /api/workflow/mcp-config · 200', () => {
  it('answers anyone with the same configuration, without a token, at the public address', async () => {
    const { status, headers, body, text } = await ask<Record<string, unknown>>(`${app.url}${PATH}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      mcpServers: { dai: { type: 'http', url: `${app.url}/mcp`, headers: { Authorization: 'Bearer ${DAI_TOKEN}' } } },
      stdio: { mcpServers: { dai: { command: 'npx', args: ['dai', 'mcp', 'serve', '--api', app.url] } } },
      package: { name: 'dai', version: VERSION },
    });
    expect(Object.keys((body.clients ?? {}) as object)).toEqual(['claudeCode', 'cursor', 'codex', 'generic']);
    expect(text).not.toMatch(/\bdai_[0-9A-Za-z]/);
    expect(headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=300');
    const { workflowToken } = app.credentials;
    const own = await ask(`${app.url}${PATH}`, { token: workflowToken });
    expect([own.text, own.headers.get('vary')]).toEqual([text, expect.stringContaining('Authorization')]);
  });

  it('is 304 to a client that has it, and stores nothing', async () => {
    const before = await countRows(app);
    const first = await ask(`${app.url}${PATH}`);
    const etag = first.headers.get('etag') ?? '';
    const again = await ask(`${app.url}${PATH}`, { headers: { 'if-none-match': etag } });
    expect([etag, again.status, again.text]).toEqual([expect.stringMatching(/^"[\w-]+"$/), 304, '']);
    expect(await countRows(app)).toEqual(before);
  });
});

describe('POST /api/workflow/mcp-config · 201', () => {
  it('answers the token once, privately, with a configuration for each client', async () => {
    const reply = await post({ name: 'Laptop', scopes: ['project:read', 'tools:read'], expiresInDays: 30 });
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([201, 'private, no-store']);
    const { token, tokenId, configs, ...rest } = reply.body;
    expect(rest).toEqual({
      name: 'Laptop',
      scopes: ['project:read', 'tools:read'],
      projectId: null,
      expiresAt: expect.stringMatching(/^\d{4}-.+Z$/),
    });
    expect([token, tokenId]).toEqual([
      expect.stringMatching(/^dai_[0-9A-Za-z]{36}$/),
      expect.stringMatching(/^tok_[0-9a-f-]{36}$/),
    ]);
    expect(Object.keys(configs)).toEqual(['claudeCode', 'cursor', 'codex', 'generic']);
    for (const { text } of [configs.claudeCode, configs.cursor, configs.codex]) expect(text).not.toContain(token);
    expect(configs.claudeCode.command).toContain(`${app.url}/mcp --header "Authorization: Bearer ${token}"`);
    expect(configs.generic.text).toContain(token);
    expect((await ask(`${app.url}/api/workflow/tokens`, { token })).status).toBe(200);
  });

  it('binds the token to a project of one’s own', async () => {
    const projectId = await makeProjectRow(app, person.id);
    const reply = await post({ name: 'CI', scopes: ['tools:read'], projectId });
    expect([reply.status, reply.body.projectId]).toEqual([201, projectId]);
    const scoped = await ask<Problem>(`${app.url}/api/workflow/tokens`, { token: reply.body.token });
    expect([scoped.status, scoped.body.code]).toEqual([403, 'PROJECT_SCOPED_TOKEN']);
  });

  it('is a new one each time, whatever key the request has: creating has no replay', async () => {
    const body = { name: 'Twice', scopes: ['tools:read'] };
    const headers = { origin: app.url, 'idempotency-key': 'the-same' };
    const [first, second] = [
      await post(body, { cookie: person.cookie, headers }),
      await post(body, { cookie: person.cookie, headers }),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.token).not.toBe(second.body.token);
    expect(second.headers.get('idempotent-replayed')).toBeNull();
  });
});

describe('POST /api/workflow/mcp-config · refusals', () => {
  const good = { name: 'Refused', scopes: ['tools:read'] };

  it.each<[string, unknown, string[]]>([
    ['an empty object', {}, ['/name', '/scopes']],
    ['a list', [], ['']],
    ['nothing', null, ['']],
    ['scopes that are no list', { name: 'x', scopes: 'tools:read' }, ['/scopes']],
    ['a scope that is no text', { name: 'x', scopes: [1] }, ['/scopes/0']],
    ['days in words', { ...good, expiresInDays: '30' }, ['/expiresInDays']],
    ['a member that is none', { ...good, scope: 'all' }, ['/scope']],
    ['a scope that is none', { ...good, scopes: ['project:read', 'admin'] }, ['/scopes/1']],
  ])('400 with a pointer for %s, and nothing is stored', async (_what, body, pointers) => {
    const before = await countRows(app);
    const reply = await post<Problem>(JSON.stringify(body));
    expect([reply.status, reply.body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.errors?.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(await countRows(app)).toEqual(before);
  });

  it('401 without a session, 403 with any token or from elsewhere, 415 for what is no JSON', async () => {
    const { workflowToken, trackingKey, enterpriseKey, revokedWorkflowToken } = app.credentials;
    const before = await countRows(app);
    const elsewhere = { cookie: person.cookie, headers: { origin: 'https://elsewhere.example' } };
    const plain = { 'content-type': 'text/plain', origin: app.url };
    const expected: [Parameters<typeof ask>[1], number, string][] = [
      [{ token: '', headers: {} }, 401, 'UNAUTHENTICATED'],
      [{ token: revokedWorkflowToken }, 401, 'UNAUTHENTICATED'],
      [{ token: workflowToken }, 403, 'SESSION_REQUIRED'],
      [{ token: trackingKey }, 403, 'SESSION_REQUIRED'],
      [{ token: enterpriseKey }, 403, 'SESSION_REQUIRED'],
      [{ token: workflowToken, cookie: person.cookie }, 403, 'SESSION_REQUIRED'],
      [elsewhere, 403, 'CROSS_ORIGIN'],
      [{ cookie: person.cookie, headers: {} }, 403, 'CROSS_ORIGIN'],
      [{ cookie: person.cookie, headers: plain }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ];
    for (const [options, status, code] of expected) {
      const reply = await post<Problem>(good, options);
      expect([reply.status, reply.body.code]).toEqual([status, code]);
    }
    expect(await countRows(app)).toEqual(before);
  });

  it('409 at the fiftieth live token', async () => {
    const other = await makePerson(app);
    const caller = { cookie: other.cookie, headers: { origin: app.url } };
    const first = await post(good, caller);
    for (let one = 1; one < 50; one += 1) await createToken(app, first.body.token);
    const reply = await post<Problem>(good, caller);
    expect([reply.status, reply.body.code]).toEqual([409, 'ENTRY_LIMIT']);
  });

  it('405 with Allow for another method', async () => {
    const reply = await ask<Problem>(`${app.url}${PATH}`, { method: 'DELETE' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});
