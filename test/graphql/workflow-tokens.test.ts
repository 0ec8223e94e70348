import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { hostileStrings } from '../setup/hostile.js';
import { makePerson, type Person } from '../setup/people.js';
import { countRows } from '../setup/rows.js';
import { askToken, createToken, makeProjectRow, makeToken, revokeToken, tokenIdOf } from '../setup/tokens.js';

const DAY_MS = 86_400_000;
let app: TestApp;
/** The same database behind a second process, as another replica has it. */
let replica: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  app = await startApp({ env: { LOG_LEVEL: 'trace' }, logTo: { write: (line) => void logged.push(line) } });
  replica = await startApp({ databaseUrl: app.databaseUrl });
});
afterAll(async () => {
  await replica.close();
  await app.close();
});

interface Token {
  id: string;
  name: string;
  hint: string;
  scopes: string[];
  projectId: string | null;
  lastUsedAt: string | null;
  expiresAt: string;
  revokedAt: string | null;
}
const LIST = `query ($limit: Int! = 50, $cursor: String) { workflowTokens(limit: $limit, cursor: $cursor) {
  tokens { id name hint scopes projectId createdAt lastUsedAt expiresAt revokedAt } nextCursor } }`;
const list = (caller: { cookie?: string; token?: string }, page: Record<string, unknown> = {}, at = app) =>
  askGraphql<{ workflowTokens: { tokens: Token[]; nextCursor: string | null } }>(at, LIST, page, {
    ...(caller.cookie ? { cookie: caller.cookie } : {}),
    ...(caller.token ? { token: caller.token } : {}),
  });
const tokensOf = async (person: Person): Promise<Token[]> => (await list(person)).data?.workflowTokens.tokens ?? [];
const refusalOf = (reply: { errors: { extensions: Record<string, unknown> }[] }) => reply.errors[0]?.extensions;
const audited = (tokenId: string) =>
  query<{ action: string; actor: string; changes: Record<string, [unknown, unknown]> }>(
    app.databaseUrl,
    `select e.action, e.actor, v.changes from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id
     where e.resource_id = $1 order by e.sequence`,
    [tokenId],
  );

describe('a new workflow token', () => {
  it('is shown once: lists, the audit log, the log and the database never hold it', async () => {
    const person = await makePerson(app);
    const created = await makeToken(app, person, {
      name: '  Laptop ',
      scopes: ['project:publish', 'tools:read', 'project:read'],
    });
    expect(created.token).toMatch(/^dai_[0-9A-Za-z]{36}$/);
    expect(created).toMatchObject({
      name: 'Laptop',
      scopes: ['project:read', 'tools:read', 'project:publish'],
      projectId: null,
    });
    expect((await tokensOf(person))[0]).toMatchObject({
      id: created.tokenId,
      hint: `dai_…${created.token.slice(-4)}`,
      name: 'Laptop',
      lastUsedAt: null,
      revokedAt: null,
    });
    await list(created);
    await revokeToken(app, created, created.tokenId);
    await list(created);
    const secret = created.token.slice(4, -4);
    expect(JSON.stringify(await list(person))).not.toContain(secret);
    expect(logged.length).toBeGreaterThan(5);
    expect(logged.join('')).not.toContain(secret);
    for (const table of ['credential', 'audit_entry', 'audit_value', 'idempotent_request', 'mail'])
      expect(
        await query(app.databaseUrl, `select 1 from ${table} t where t::text like $1`, [`%${secret}%`]),
        table,
      ).toEqual([]);
  });

  it('lives 90 days unless it says otherwise, and not a moment longer', async () => {
    const person = await makePerson(app);
    const daysOf = async (input: Record<string, unknown>) => {
      const { expiresAt } = await makeToken(app, person, input);
      return Math.round((Date.parse(expiresAt) - app.clock.now().getTime()) / DAY_MS);
    };
    expect(await daysOf({})).toBe(90);
    expect(await daysOf({ expiresInDays: null })).toBe(90);
    expect(await daysOf({ expiresInDays: 365 })).toBe(365);
    const { token, expiresAt } = await makeToken(app, person, { expiresInDays: 1 });
    const listAt = (instant: number) => app.clock.at(new Date(instant), () => list({ token }));
    expect((await listAt(Date.parse(expiresAt) - 1)).errors).toEqual([]);
    const ended = refusalOf(await listAt(Date.parse(expiresAt)));
    expect(ended).toMatchObject({ code: 'UNAUTHENTICATED', errors: [{ code: 'expired' }] });
  });

  it('may be bound to a project of one’s own that is not archived', async () => {
    const [person, other] = [await makePerson(app), await makePerson(app)];
    for (const status of ['DRAFT', 'APPROVED', 'PUBLISHED']) {
      const projectId = await makeProjectRow(app, person.id, status);
      const created = await makeToken(app, person, { projectId, scopes: ['project:read', 'tools:read'] });
      expect(created.projectId).toBe(projectId);
    }
    const unknown = 'prj_0197c0de-0000-7000-8000-000000000000';
    for (const projectId of [
      unknown,
      await makeProjectRow(app, other.id),
      await makeProjectRow(app, person.id, 'ARCHIVED'),
    ])
      expect(refusalOf(await askToken(app, person, { projectId }))).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    expect(await tokensOf(person)).toHaveLength(3);
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['no scope', { scopes: [] }, '/scopes', 'too_short'],
    ['a scope no one knows', { scopes: ['tools:read', 'project:write'] }, '/scopes/1', 'not_allowed'],
    ['a scope of other letters', { scopes: ['PROJECT:READ'] }, '/scopes/0', 'not_allowed'],
    ['a scope twice', { scopes: ['tools:read', 'tools:read'] }, '/scopes/1', 'duplicate'],
    ['more scopes than there are', { scopes: Array(4).fill('tools:read') }, '/scopes', 'too_long'],
    [
      'publishing on a project token',
      { scopes: ['project:read', 'project:publish'], projectId: 'prj_0197c0de-0000-7000-8000-000000000000' },
      '/scopes/1',
      'not_on_project_token',
    ],
    ['a life of no day', { expiresInDays: 0 }, '/expiresInDays', 'min'],
    ['a life of more than a year', { expiresInDays: 366 }, '/expiresInDays', 'max'],
    ['half a day', { expiresInDays: 0.5 }, '/expiresInDays', 'wrong_type'],
    ['no name', { name: '  ' }, '/name', 'required'],
    ['a long name', { name: 'x'.repeat(121) }, '/name', 'text'],
    ['a name with NUL', { name: 'a\u0000' }, '/name', 'text'],
    ['a project that is none', { projectId: 'prj_1' }, '/projectId', 'matches'],
    ['another user', { userId: 'usr_1' }, '/userId', 'unknown_field'],
  ])('with %s is refused with a pointer, and nothing is stored', async (_what, input, pointer, code) => {
    const person = await makePerson(app);
    const before = await countRows(app);
    const refusal = refusalOf(await askToken(app, person, input));
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ pointer, code }] });
    if (code === 'not_allowed') expect(JSON.stringify(refusal)).toContain('project:read, tools:read, project:publish');
    expect(await countRows(app)).toEqual(before);
  });

  it('whose name is a credential is refused, so that neither lists nor the audit log hold it', async () => {
    const person = await makePerson(app);
    const before = await countRows(app);
    const reply = await askToken(app, person, { name: `for ${app.credentials.workflowToken}` });
    expect(refusalOf(reply)).toMatchObject({ code: 'PRIVATE_CONTENT', errors: [{ pointer: '/name' }] });
    expect(JSON.stringify(reply)).not.toContain(app.credentials.workflowToken);
    expect(await countRows(app)).toEqual(before);
  });

  it('keeps any name as the text that it is, or refuses it', async () => {
    const person = await makePerson(app);
    for (const name of hostileStrings) {
      const reply = await askToken(app, person, { name });
      if (reply.data?.createWorkflowToken) expect((await tokensOf(person))[0]?.name).toBe(name.trim());
      else expect(refusalOf(reply)).toMatchObject({ code: 'VALIDATION_FAILED' });
    }
  });

  it('is one at most where several are created at once for the last place, which ended ones do not take', async () => {
    const person = await makePerson(app);
    const first = await makeToken(app, person);
    for (const way of [{ days: -1 }, { revoked: true }]) await createToken(app, first.token, way);
    for (let one = 1; one < 49; one += 1) await createToken(app, first.token);
    const replies = await Promise.all([app, replica, app, replica].map((at) => askToken(at, person)));
    expect(replies.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(replies.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code))).toEqual(
      Array(3).fill('ENTRY_LIMIT'),
    );
    await revokeToken(app, person, first.tokenId);
    expect((await askToken(app, person)).errors).toEqual([]);
  });

  it('is in the audit log with what it may, and its end with who ended it', async () => {
    const person = await makePerson(app);
    const created = await makeToken(app, person, { name: 'Audited', scopes: ['tools:read'] });
    await revokeToken(app, created, created.tokenId);
    const [creation, revocation, ...more] = await audited(created.tokenId);
    expect(more).toEqual([]);
    expect(creation).toMatchObject({
      action: 'workflow_token.create',
      actor: person.id,
      changes: {
        name: [null, 'Audited'],
        scopes: [null, ['tools:read']],
        projectId: [null, null],
        expiresAt: [null, created.expiresAt],
      },
    });
    expect(revocation).toMatchObject({
      action: 'workflow_token.revoke',
      actor: created.tokenId,
      changes: { name: ['Audited', null], scopes: [['tools:read'], null], expiresAt: [created.expiresAt, null] },
    });
  });
});

describe('revoking a workflow token', () => {
  it('ends it at once, at every transport of every replica that knew it, and again changes nothing', async () => {
    const person = await makePerson(app);
    const { token, tokenId } = await makeToken(app, person);
    const rest = (at: TestApp) => ask<{ errors: { code: string }[] }>(`${at.url}/api/workflow/tokens`, { token });
    for (const at of [app, replica]) {
      expect((await rest(at)).status).toBe(200);
      expect((await list({ token }, {}, at)).errors).toEqual([]);
    }
    for (let times = 0; times < 2; times += 1)
      expect((await revokeToken(app, person, tokenId)).data?.revokeWorkflowToken).toBe(true);
    for (const at of [replica, app]) {
      const reply = await rest(at);
      expect([reply.status, reply.body.errors[0]?.code]).toEqual([401, 'revoked']);
      expect(reply.headers.get('workflow-token-expiration')).toBeNull();
      expect(refusalOf(await list({ token }, {}, at))).toMatchObject({ errors: [{ code: 'revoked' }] });
      const open = await ask(`${at.url}/api/directory/context?q=react`, { token });
      expect(open.status).toBe(401);
    }
    expect((await audited(tokenId)).map(({ action }) => action)).toEqual([
      'workflow_token.create',
      'workflow_token.revoke',
    ]);
  });

  it('is for a token itself alone; of any other id it hears the same', async () => {
    const [person, other] = [await makePerson(app), await makePerson(app)];
    const mine = await makeToken(app, person, { scopes: ['project:read', 'tools:read', 'project:publish'] });
    const [sibling, foreign] = [await makeToken(app, person), await makeToken(app, other)];
    const before = await countRows(app);
    const heard = [];
    for (const id of [
      sibling.tokenId,
      foreign.tokenId,
      'tok_0197c0de-0000-7000-8000-000000000000',
      'tok_x',
      '',
      '\u0000',
    ])
      heard.push(await revokeToken(app, mine, id));
    for (const reply of heard) {
      expect(refusalOf(reply)).toMatchObject({ code: 'SESSION_REQUIRED', status: 403 });
      expect(reply.errors[0]?.message).toBe(heard[0]?.errors[0]?.message);
    }
    expect(await countRows(app)).toEqual(before);
    for (const live of [sibling, foreign, mine]) expect((await list(live)).errors).toEqual([]);
  });

  it('works for a token of any scope, bound to a project or not', async () => {
    const person = await makePerson(app);
    const projectId = await makeProjectRow(app, person.id);
    for (const input of [
      { scopes: ['project:publish'] },
      { scopes: ['tools:read'] },
      { scopes: ['project:read'], projectId },
    ]) {
      const created = await makeToken(app, person, input);
      expect((await revokeToken(app, created, created.tokenId)).data?.revokeWorkflowToken).toBe(true);
      expect(refusalOf(await revokeToken(app, created, created.tokenId))).toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });

  it('of another person’s is not there, and the token goes on', async () => {
    const [person, other] = [await makePerson(app), await makePerson(app)];
    const { token, tokenId } = await makeToken(app, other);
    for (const id of [tokenId, 'tok_0197c0de-0000-7000-8000-000000000000', 'tok_x', 'key_1', '\ud800'])
      expect(refusalOf(await revokeToken(app, person, id))).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    expect((await list({ token })).errors).toEqual([]);
  });
});

describe('the list of workflow tokens', () => {
  it('is the caller’s own, newest first, page by page, in a session and for an account-level token that may read', async () => {
    const [person, other] = [await makePerson(app), await makePerson(app)];
    await makeToken(app, other);
    const made = [];
    for (let one = 0; one < 3; one += 1) made.push(await makeToken(app, person, { name: `token ${one}` }));
    for (const caller of [{ cookie: person.cookie }, { token: made[0]?.token ?? '' }]) {
      const first = (await list(caller, { limit: 2 })).data?.workflowTokens;
      const second = (await list(caller, { limit: 2, cursor: first?.nextCursor })).data?.workflowTokens;
      const names = [...(first?.tokens ?? []), ...(second?.tokens ?? [])].map(({ name }) => name);
      expect(names).toEqual(['token 2', 'token 1', 'token 0']);
      expect(second?.nextCursor).toBeNull();
    }
    for (const page of [{ limit: 0 }, { limit: 101 }, { cursor: 'x' }])
      expect(refusalOf(await list(person, page))?.code).toBe('VALIDATION_FAILED');
  });

  it('is not for a token without project:read, nor for one that is bound to a project', async () => {
    const person = await makePerson(app);
    const lesser = await makeToken(app, person, { scopes: ['tools:read', 'project:publish'] });
    const scoped = await makeToken(app, person, { projectId: await makeProjectRow(app, person.id) });
    expect(refusalOf(await list(lesser))).toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
    expect(refusalOf(await list(scoped))).toMatchObject({ code: 'PROJECT_SCOPED_TOKEN' });
  });

  it('shows when a token was last used, wherever it was', async () => {
    const person = await makePerson(app);
    const { token } = await makeToken(app, person);
    const stopping = await startApp({ databaseUrl: app.databaseUrl });
    await list({ token }, {}, stopping);
    expect((await tokensOf(person))[0]?.lastUsedAt).toBeNull();
    await stopping.close();
    const first = (await tokensOf(person))[0]?.lastUsedAt ?? '';
    expect(Date.parse(first)).toBeLessThanOrEqual(Date.now());
    await list({ token }, {}, replica);
    await replica.app.parts.credentialUses.flush();
    expect(Date.parse((await tokensOf(person))[0]?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first));
  });
});

describe('every answer to a live workflow token', () => {
  it('says when it ends, refusals and unreadable requests too', async () => {
    const person = await makePerson(app);
    const { token, expiresAt } = await makeToken(app, person, { scopes: ['tools:read'] });
    const replies = [
      await askGraphql(app, '{ viewer { kind } }', {}, { token }),
      await list({ token }),
      await askGraphql(app, '{ nothing }', {}, { token }),
      await ask(`${app.url}/graphql`, { token, body: '{"half' }),
      await ask(`${app.url}/graphql`, { token, body: 'x'.repeat(2_200_000) }),
      await ask(`${app.url}/graphql?query={viewer{kind}}`, { token }),
      await ask(`${app.url}/api/workflow/tokens`, { token }),
      await ask(`${app.url}/api/workflow/mcp-config`, { token }),
      await ask(`${app.url}/api/directory/context?q=react&surprise=1`, { token }),
      await ask(`${app.url}/api/usage/track`, { token, body: {} }),
      await ask(`${app.url}/api/imports/catalog`, { token, body: 'x' }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 400, 400, 413, 200, 403, 200, 400, 403, 403]);
    for (const { headers } of replies) {
      expect(headers.get('workflow-token-expiration')).toBe(expiresAt);
      expect(headers.get('vary')).toContain('Authorization');
    }
    const others = await ask(`${app.url}/api/workflow/mcp-config`);
    expect(others.headers.get('workflow-token-expiration')).toBeNull();
  });

  it('counts for the database only what it is told: reads add no row', async () => {
    const person = await makePerson(app);
    const { token } = await makeToken(app, person);
    const before = await countRows(app);
    await list({ token });
    await askGraphql(app, '{ viewer { kind } }', {}, { token });
    expect(await countRows(app)).toEqual(before);
    expect(await tokenIdOf(app, token)).toMatch(/^tok_/);
  });
});
