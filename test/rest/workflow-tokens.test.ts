import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makePerson, type Person } from '../setup/people.js';
import { countRows } from '../setup/rows.js';
import { makeProjectRow, makeToken } from '../setup/tokens.js';

let app: TestApp;
/** The same database behind a second process. */
let replica: TestApp;
beforeAll(async () => {
  app = await startApp();
  replica = await startApp({ databaseUrl: app.databaseUrl });
});
afterAll(async () => {
  await replica.close();
  await app.close();
});

interface Problem {
  code: string;
  detail: string;
  errors?: { pointer: string; code: string; detail: string; hint?: string }[];
}
interface List {
  tokens: { id: string; hint: string }[];
  nextCursor: string | null;
}
const list = (options: Parameters<typeof ask>[1], parameters = '', at = app) =>
  ask<List & Problem>(`${at.url}/api/workflow/tokens${parameters}`, options);
const revoke = (tokenId: string, options: Parameters<typeof ask>[1], at = app) =>
  ask<Problem>(`${at.url}/api/workflow/tokens/${tokenId}`, { method: 'DELETE', ...options });
const inSession = ({ cookie }: Person, at = app) => ({ cookie, headers: { origin: at.url } });

describe('GET /api/workflow/tokens', () => {
  it('lists the owner’s tokens privately, in a session and to an account-level token with project:read', async () => {
    const person = await makePerson(app);
    const first = await makeToken(app, person);
    const second = await makeToken(app, person, { scopes: ['tools:read'] });
    for (const options of [{ cookie: person.cookie }, { token: first.token }]) {
      const { status, headers, body, text } = await list(options);
      expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      expect(body.tokens.map(({ id }) => id)).toEqual([second.tokenId, first.tokenId]);
      expect(Object.keys(body.tokens[0] ?? {})).toEqual(
        'id name hint scopes projectId createdAt lastUsedAt expiresAt revokedAt'.split(' '),
      );
      for (const { token } of [first, second]) expect(text).not.toContain(token.slice(4, -4));
    }
    expect((await list({ token: second.token })).body.code).toBe('INSUFFICIENT_SCOPE');
  });

  it.each([
    ['?limit=0', '/limit'],
    ['?limit=x', '/limit'],
    ['?cursor=x', '/cursor'],
    ['?all=true', '/all'],
  ])('refuses %s with a pointer', async (parameters, pointer) => {
    const { status, body } = await list({ token: app.credentials.workflowToken }, parameters);
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, pointer]);
  });

  it('pages, and takes GET and HEAD alone', async () => {
    const person = await makePerson(app);
    for (let one = 0; one < 3; one += 1) await makeToken(app, person);
    const first = await list({ cookie: person.cookie }, '?limit=2');
    const second = await list({ cookie: person.cookie }, `?limit=2&cursor=${first.body.nextCursor}`);
    expect([first.body.tokens.length, second.body.tokens.length, second.body.nextCursor]).toEqual([2, 1, null]);
    const head = await list({ cookie: person.cookie, method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    const posted = await list({ cookie: person.cookie, method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('DELETE /api/workflow/tokens/{tokenId}', () => {
  it('is 204 without a body, again too, and the token is refused on every gateway', async () => {
    const person = await makePerson(app);
    const { token, tokenId } = await makeToken(app, person);
    for (const at of [app, replica]) expect((await list({ token }, '', at)).status).toBe(200);
    for (const at of [app, replica]) {
      const reply = await revoke(tokenId, inSession(person, at), at);
      expect([reply.status, reply.text, reply.headers.get('content-type')]).toEqual([204, '', null]);
      expect(reply.headers.get('cache-control')).toBe('private, no-store');
    }
    for (const at of [app, replica]) {
      const reply = await list({ token }, '', at);
      expect([reply.status, reply.body.errors?.[0]?.code]).toEqual([401, 'revoked']);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    }
    const entries = await query(
      app.databaseUrl,
      `select 1 from audit_entry where resource_id = $1 and action = 'workflow_token.revoke'`,
      [tokenId],
    );
    expect(entries).toHaveLength(1);
  });

  it('is what a token does to itself, bound to a project or not', async () => {
    const person = await makePerson(app);
    const projectId = await makeProjectRow(app, person.id);
    for (const input of [{ scopes: ['tools:read'] }, { scopes: ['tools:read'], projectId }]) {
      const { token, tokenId, expiresAt } = await makeToken(app, person, input);
      const reply = await revoke(tokenId, { token });
      expect([reply.status, reply.headers.get('workflow-token-expiration')]).toEqual([204, expiresAt]);
      expect((await revoke(tokenId, { token })).status).toBe(401);
    }
  });

  it('refuses everything else, and every token lives on', async () => {
    const [person, other] = [await makePerson(app), await makePerson(app)];
    const [mine, sibling, foreign] = [
      await makeToken(app, person),
      await makeToken(app, person),
      await makeToken(app, other),
    ];
    const before = await countRows(app);
    const unknown = 'tok_0197c0de-0000-7000-8000-000000000000';
    const session = inSession(person);
    const expected: [string, Parameters<typeof ask>[1], number, string][] = [
      [foreign.tokenId, session, 404, 'NOT_FOUND'],
      [unknown, session, 404, 'NOT_FOUND'],
      ['nonsense', session, 404, 'NOT_FOUND'],
      ['%00', session, 404, 'NOT_FOUND'],
      [sibling.tokenId, { token: mine.token }, 403, 'SESSION_REQUIRED'],
      [foreign.tokenId, { token: mine.token }, 403, 'SESSION_REQUIRED'],
      [unknown, { token: mine.token }, 403, 'SESSION_REQUIRED'],
      ['nonsense', { token: mine.token }, 403, 'SESSION_REQUIRED'],
      [mine.tokenId, { token: app.credentials.trackingKey }, 403, 'WRONG_CREDENTIAL'],
      [mine.tokenId, { token: app.credentials.enterpriseKey }, 403, 'WRONG_CREDENTIAL'],
      [mine.tokenId, {}, 401, 'UNAUTHENTICATED'],
      [mine.tokenId, { cookie: person.cookie }, 403, 'CROSS_ORIGIN'],
      [`${mine.tokenId}?force=1`, session, 400, 'VALIDATION_FAILED'],
    ];
    for (const [id, options, status, code] of expected) {
      const reply = await revoke(id, options);
      expect([id, reply.status, reply.body.code]).toEqual([id, status, code]);
    }
    expect(await countRows(app)).toEqual(before);
    for (const { token } of [mine, sibling, foreign]) expect((await list({ token })).status).toBe(200);
  });

  it('is the only method there', async () => {
    const reply = await revoke('tok_x', { method: 'GET' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'DELETE']);
  });
});

describe('a variable that was not expanded', () => {
  it.each(['${DAI_TOKEN}', '$DAI_TOKEN', '${env:DAI_TOKEN}', '{{DAI_TOKEN}}', '<WORKFLOW_TOKEN>', 'YOUR_TOKEN'])(
    'is named at every transport and not repeated: %s',
    async (placeholder) => {
      for (const authorization of [placeholder, `Bearer ${placeholder}`]) {
        const headers = { authorization };
        const replies = [
          await list({ headers }),
          await revoke('tok_x', { headers }),
          await ask<Problem>(`${app.url}/api/workflow/mcp-config`, { headers }),
          await ask<Problem>(`${app.url}/api/workflow/mcp-config`, { headers, body: {} }),
          await ask<Problem>(`${app.url}/api/usage/track`, { headers, body: {} }),
          await ask<Problem>(`${app.url}/api/imports/catalog`, { headers, body: 'x' }),
        ];
        for (const { status, body, text } of replies) {
          expect([status, body.code, body.errors?.[0]?.code]).toEqual([
            401,
            'UNAUTHENTICATED',
            'placeholder_not_expanded',
          ]);
          expect([body.detail, body.errors?.[0]?.hint]).toEqual([
            expect.stringContaining('variable'),
            expect.stringContaining('set the variable'),
          ]);
          expect(text).not.toContain(placeholder);
        }
        const { errors } = await askGraphql(app, '{ viewer { kind } }', {}, { headers });
        expect(errors[0]?.extensions.errors?.[0]?.code).toBe('placeholder_not_expanded');
        expect(JSON.stringify(errors)).not.toContain(placeholder);
      }
    },
  );
});
