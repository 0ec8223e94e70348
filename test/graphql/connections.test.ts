import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeLinkedCompany, makeTool } from '../setup/evidence.js';
import { makePerson } from '../setup/people.js';
import {
  askConnection,
  connect,
  connectionsOf,
  makeDeveloper,
  makeSharing,
  receiptsOf,
  renew,
  report,
  revoke,
  slugOf,
} from '../setup/usage.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const daysAhead = (time: string | null): number =>
  Math.round((new Date(time ?? 0).getTime() - app.clock.now().getTime()) / DAY_MS);
const auditOf = (id: string | null) =>
  query<{ action: string; actor: string; changes: Record<string, [unknown, unknown]> }>(
    app.databaseUrl,
    `select e.action, e.actor, v.changes from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id where e.resource_id = $1 order by e.sequence`,
    [id],
  );

describe('a connection', () => {
  it('is made by a person for 180 days, and says whether there is a vendor', async () => {
    const person = await makePerson(app);
    const [alone, { toolId }] = [await makeTool(app), await makeLinkedCompany(app)];
    const unlinked = await connect(app, person, slugOf(alone));
    const linked = await connect(app, person, slugOf(toolId));
    expect(unlinked).toMatchObject({ state: 'active', vendorOrganizationLinked: false, revision: 1, renewedAt: null });
    expect(linked).toMatchObject({ state: 'active', vendorOrganizationLinked: true, tool: { id: toolId } });
    expect(linked.id).toMatch(/^con_/);
    expect(daysAhead(linked.expiresAt)).toBe(180);
    expect((await connectionsOf(app, person)).map(({ id }) => id)).toEqual([linked.id, unlinked.id]);
  });

  it('stays as it is when it is made again while it is active', async () => {
    const { developer, toolSlug, connection } = await makeSharing(app);
    expect(await connect(app, developer, toolSlug)).toEqual(connection);
    expect(await auditOf(connection.id)).toHaveLength(1);
  });

  it('is one row when it is made many times at once', async () => {
    const person = await makePerson(app);
    const slug = slugOf(await makeTool(app));
    const made = await Promise.all(Array.from({ length: 5 }, () => connect(app, person, slug)));
    expect(new Set(made.map(({ id, revision }) => `${id} ${revision}`)).size).toBe(1);
  });

  it('ends by itself, and a renewal lets it live 180 days from then', async () => {
    const { developer, toolSlug, connection } = await makeSharing(app);
    await query(app.databaseUrl, 'update tool_connection set expires_at = $2 where id = $1', [
      connection.id?.slice(4),
      new Date(app.clock.now().getTime() - HOUR_MS),
    ]);
    const [expired] = await connectionsOf(app, developer, toolSlug);
    expect(expired).toMatchObject({ state: 'expired', revision: 1 });
    const renewed = await renew(app, developer, connection);
    expect(renewed).toMatchObject({ id: connection.id, state: 'active', revision: 2 });
    expect(renewed.renewedAt).not.toBeNull();
    expect(daysAhead(renewed.expiresAt)).toBe(180);
  });

  it('is renewed only at the revision that was looked at', async () => {
    const { developer, connection } = await makeSharing(app);
    await renew(app, developer, connection);
    const reply = await askConnection(app, { cookie: developer.cookie }, 'renewToolConnection', {
      connectionId: connection.id,
      revision: connection.revision,
    });
    expect(reply.errors[0]?.extensions).toMatchObject({ code: 'STALE_REVISION', revision: 2 });
  });

  it('is renewed once when it is renewed twice at once', async () => {
    const { developer, connection } = await makeSharing(app);
    const input = { connectionId: connection.id, revision: 1 };
    const replies = await Promise.all(
      [1, 2].map(() => askConnection(app, { cookie: developer.cookie }, 'renewToolConnection', input)),
    );
    expect(replies.map(({ errors }) => errors[0]?.extensions.code ?? 'ok').sort()).toEqual(['STALE_REVISION', 'ok']);
  });

  it('ends with a revocation, which may be repeated, and is made again rather than renewed', async () => {
    const { developer, toolSlug, connection } = await makeSharing(app);
    const revoked = await revoke(app, developer, connection);
    expect(revoked).toMatchObject({ state: 'revoked', revision: 2 });
    expect(await revoke(app, developer, connection)).toEqual(revoked);
    const renewal = await askConnection(app, { cookie: developer.cookie }, 'renewToolConnection', {
      connectionId: connection.id,
      revision: 2,
    });
    expect(renewal.errors[0]?.extensions.code).toBe('STATE_CONFLICT');
    expect(await connect(app, developer, toolSlug)).toMatchObject({
      id: connection.id,
      state: 'active',
      revokedAt: null,
      revision: 3,
    });
  });

  it('tells the audit log who changed it, from what to what', async () => {
    const { developer, toolSlug, connection } = await makeSharing(app);
    await renew(app, developer, connection);
    await revoke(app, developer, connection);
    await connect(app, developer, toolSlug);
    const entries = await auditOf(connection.id);
    expect(entries.map(({ action, changes }) => [action, changes.state])).toEqual([
      ['tool_connection.connect', ['none', 'active']],
      ['tool_connection.renew', ['active', 'active']],
      ['tool_connection.revoke', ['active', 'revoked']],
      ['tool_connection.connect', ['revoked', 'active']],
    ]);
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set([developer.id]));
  });

  it('stops what was queued when it is revoked, and making it again starts nothing again', async () => {
    const { developer, toolSlug, connection } = await makeSharing(app);
    await report(app, developer.token, { toolSlug });
    expect(await connectionsOf(app, developer, toolSlug)).toMatchObject([{ undelivered: 1 }]);
    expect(await revoke(app, developer, connection)).toMatchObject({ undelivered: 0 });
    await connect(app, developer, toolSlug);
    expect(await receiptsOf(app, developer.token)).toMatchObject([
      { state: 'stopped', failure: 'connection_revoked', nextAttemptAt: null },
    ]);
  });

  it('is found by its state', async () => {
    const person = await makePerson(app);
    const [active, ended] = [slugOf(await makeTool(app)), slugOf(await makeTool(app))];
    await connect(app, person, active);
    await revoke(app, person, await connect(app, person, ended));
    const found = async (state: string[]) => {
      const { data } = await askGraphql<{ toolConnections: { tool: { slug: string } }[] }>(
        app,
        'query ($state: [ToolConnectionState!]) { toolConnections(state: $state) { tool { slug } } }',
        { state },
        { cookie: person.cookie },
      );
      return data?.toolConnections.map(({ tool }) => tool.slug);
    };
    expect(await found(['active'])).toEqual([active]);
    expect(await found(['revoked', 'expired'])).toEqual([ended]);
    expect(await found([])).toEqual([ended, active]);
  });

  it('says none of a tool that was never connected', async () => {
    const person = await makePerson(app);
    const { toolId } = await makeLinkedCompany(app);
    expect(await connectionsOf(app, person, slugOf(toolId))).toMatchObject([
      { id: null, state: 'none', vendorOrganizationLinked: true, expiresAt: null, revision: 0 },
    ]);
  });

  it('is not made beyond two hundred of a person', async () => {
    const person = await makePerson(app);
    await query(
      app.databaseUrl,
      `with made as (
         insert into tool (id, slug, name, summary, categories, capabilities, pricing_model, maturity, origin, version, created_at, updated_at)
         select gen_random_uuid(), 'many-' || n || $2, 'Many', 'Many.', '[]', '[]', 'unknown', 'unknown', 'test', 0, now(), now()
         from generate_series(1, 200) n returning id)
       insert into tool_connection (id, user_id, tool_id, connected_at, expires_at)
       select gen_random_uuid(), $1, id, now(), now() + interval '1 day' from made`,
      [person.id.slice(4), randomUUID()],
    );
    const reply = await askConnection(app, person, 'connectTool', { toolSlug: slugOf(await makeTool(app)) });
    expect(reply.errors[0]?.extensions).toMatchObject({ code: 'ENTRY_LIMIT', status: 409, limit: 200 });
  });
});

describe('who may touch a connection', () => {
  it.each([
    ['connectTool', { toolSlug: 'stripe' }],
    ['renewToolConnection', { connectionId: `con_${randomUUID()}`, revision: 1 }],
    ['revokeToolConnection', { connectionId: `con_${randomUUID()}` }],
  ] as const)('%s: a session from the workspace’s own origin alone', async (field, input) => {
    const developer = await makeDeveloper(app);
    const codeOf = async (caller: Parameters<typeof askConnection>[1]) =>
      (await askConnection(app, caller, field, input)).errors[0]?.extensions.code;
    expect(await codeOf({})).toBe('UNAUTHENTICATED');
    expect(await codeOf({ token: developer.token })).toBe('SESSION_REQUIRED');
    expect(await codeOf({ cookie: developer.cookie, headers: { origin: 'https://elsewhere.example' } })).toBe(
      'CROSS_ORIGIN',
    );
  });

  it.each(['renewToolConnection', 'revokeToolConnection'] as const)(
    '%s: another person’s is as good as none',
    async (field) => {
      const { developer, toolSlug, connection } = await makeSharing(app);
      const other = await makePerson(app);
      const revision = field === 'renewToolConnection' ? { revision: 1 } : {};
      const reply = await askConnection(app, other, field, { connectionId: connection.id, ...revision });
      expect(reply.errors[0]?.extensions.code).toBe('NOT_FOUND');
      expect(await connectionsOf(app, developer, toolSlug)).toEqual([connection]);
    },
  );

  it('refuses a tool that there is not', async () => {
    const person = await makePerson(app);
    const reply = await askConnection(app, person, 'connectTool', { toolSlug: 'no-such-tool' });
    expect(reply.errors[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('shows them in the context of an account-level token and not of a project’s', async () => {
    const ask = (token: string) =>
      askGraphql<{ workflowContext: { connections: unknown[] } }>(
        app,
        '{ workflowContext { connections { state } } }',
        {},
        { token },
      );
    const builder = app.credentials.users.builder.email;
    await query(
      app.databaseUrl,
      `insert into tool_connection (id, user_id, tool_id, connected_at, expires_at)
       select gen_random_uuid(), u.id, t.id, now(), now() + interval '1 day' from auth."user" u, tool t where u.email = $1 and t.slug = 'stripe'`,
      [builder],
    );
    expect((await ask(app.credentials.workflowToken)).data?.workflowContext.connections).toEqual([{ state: 'active' }]);
    expect((await ask(app.credentials.projectToken)).data?.workflowContext.connections).toEqual([]);
  });
});
