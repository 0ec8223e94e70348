import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldEvents, rebuildRollups } from '../../server/adoption/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { endCommand, runCommand } from '../setup/command.js';
import { query } from '../setup/database.js';
import { makeDraft } from '../setup/drafts.js';
import { confirmContact, runIntake, submissionOf, submit } from '../setup/intake.js';
import { type Company, giveRole, makeCompany, makePerson, type Person } from '../setup/people.js';
import { makeToken } from '../setup/tokens.js';
import { tablesWith } from '../setup/traces.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const canary = (kind: string): string => `canary-${kind}-${randomUUID().slice(0, 8)}`;
const REASON = ['--reason', 'asked by letter'];

interface Erasure {
  readonly erased: { kind: string; table: string; rows: number }[];
  readonly remains: { kind: string; rows: number | null; reason: string }[];
}
const erase = async (...words: string[]): Promise<Erasure> =>
  JSON.parse(await runCommand(app, ...words, ...REASON, '--json')) as Erasure;
const linesOf = (text: string): { table: string; row: Record<string, unknown> }[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { table: string; row: Record<string, unknown> });

const send = (company: Company, event: Record<string, unknown>) =>
  ask<{ tracked: boolean; duplicate: boolean; eventId: string; changed?: string[] }>(`${app.url}/api/usage/track`, {
    token: company.trackingKey,
    body: { event_name: 'FIRST_API_CALL', product: { id: company.productId, name: 'An API', type: 'api' }, ...event },
  });

/** Counts everything that has been sent, past the seconds that folding trails. */
async function fold(): Promise<void> {
  await query(
    app.databaseUrl,
    `update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 minute') at time zone 'utc' where recorded_at > now() - interval '30 seconds'`,
  );
  while ((await foldEvents(app.app.platform.em())).more);
  await rebuildRollups(app.app.platform.em()); // what was moved before a watermark that an earlier suite left
}

const today = new Date().toISOString().slice(0, 10);
const figures = async ({ organizationId, owner }: Company) =>
  (
    await askGraphql<{ companyAdoption: { totals: object; days: object[] } }>(
      app,
      `query ($id: ID!, $from: String!, $to: String!) { companyAdoption(organizationId: $id, from: $from, to: $to) {
        totals { events developers accounts calls failed activated newDevelopers newActivated eventsOfUse }
        days { day events developers } toolCalls { mcpServer mcpTool calls failed } campaigns { campaignId source events developers } } }`,
      { id: organizationId, from: '2026-01-01', to: today },
      { cookie: owner.cookie },
    )
  ).data?.companyAdoption;

describe('dai developer erase', () => {
  const [name, note, trace] = [canary('developer'), canary('metadata'), canary('workflow')];
  const event = {
    developer_id: name,
    idempotencyKey: 'erased-1',
    account_domain: 'customer.example',
    occurredAt: '2026-11-02T10:00:00Z',
    context: { attribution: { campaignId: 'spring', source: 'letter' } },
    metadata: { note },
  };
  const call = {
    event_name: 'MCP_TOOL_CALL_SUCCEEDED',
    developer_id: name,
    idempotencyKey: 'erased-2',
    occurredAt: '2026-11-12T10:00:00Z',
    metadata: {
      usageReceipt: {
        mcpServer: 'orders',
        mcpTool: 'list',
        success: true,
        latencyMs: 20,
        user: { id: name },
        workflow: { id: trace },
      },
    },
  };
  let company: Company;
  let before: unknown;
  let erasure: Erasure;
  beforeAll(async () => {
    company = await makeCompany(app, 'erasing');
    for (const one of [event, call, { developer_id: 'another', idempotencyKey: 'other-1' }])
      expect((await send(company, one)).status).toBe(200);
    await fold();
    before = await figures(company);
    erasure = await erase('developer', 'erase', name, '--organization', company.organizationId);
  });

  it('leaves the id, and what their events held, in no table and in no answer', async () => {
    for (const word of [name, note, trace]) expect([word, await tablesWith(app, word)]).toEqual([word, []]);
    const seen = await ask(
      `${app.url}/api/exports/adoption?${new URLSearchParams({ organizationId: company.organizationId, from: '2026-01-01', to: today, what: 'events', format: 'json' })}`,
      { cookie: company.owner.cookie },
    );
    expect(seen.status).toBe(200);
    expect(seen.text).not.toContain(name);
    expect(seen.text).not.toContain(note);
    expect(JSON.stringify(erasure)).not.toContain(name);
  });

  it('says what went, and what stays and why', () => {
    expect(erasure.erased.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['tracking_event', 'adoption_activity', 'adoption_developer', 'adoption_subject']),
    );
    expect(erasure.remains.map(({ kind }) => kind)).toEqual([
      'events without their content',
      'idempotency keys and fingerprints',
      'backups',
      'logs',
    ]);
    expect(erasure.remains.every(({ reason }) => reason.length > 20)).toBe(true);
  });

  it('changes no figure of the company, also when all is counted again', async () => {
    expect(await figures(company)).toEqual(before);
    await rebuildRollups(app.app.platform.em());
    expect(await figures(company)).toEqual(before);
  });

  it('lets a retry of an old event be a duplicate that brings nothing back, and a changed one a conflict', async () => {
    const retried = await send(company, event);
    expect([retried.status, retried.body.tracked, retried.body.duplicate]).toEqual([200, true, true]);
    const changed = await send(company, { ...event, metadata: {} });
    expect([changed.status, changed.body.changed]).toEqual([409, ['']]);
    expect(await tablesWith(app, note)).toEqual([]);
  });

  it('leaves an entry in the organization’s log that names no one', async () => {
    const entries = await query(
      app.databaseUrl,
      `select actor, action from audit_entry where organization_id = $1 and action = 'developer.erase'`,
      [company.organizationId.slice(4)],
    );
    expect(entries).toEqual([{ actor: 'operator', action: 'developer.erase' }]);
  });

  it('refuses a reason that names them, an unknown one and one of another organization', async () => {
    const other = await makeCompany(app, 'erasing-other');
    const at = ['--organization', other.organizationId];
    expect(await endCommand(app, 'developer', 'erase', 'another', ...at, ...REASON)).toMatchObject({ code: 1 });
    const named = await endCommand(app, 'developer', 'erase', 'another', ...at, '--reason', 'of Another');
    expect(named.errors).toContain('must not name');
  });

  it('exports the events and counts of one developer alone', async () => {
    const lines = linesOf(
      await runCommand(app, 'developer', 'export', 'another', '--organization', company.organizationId),
    );
    expect(new Set(lines.map(({ table }) => table))).toContain('tracking_event');
    expect(JSON.stringify(lines)).not.toContain('erased-');
    expect(lines.filter(({ table }) => table === 'tracking_event')).toHaveLength(1);
  });
});

describe('an event of an older fingerprint version whose content is gone', () => {
  it('is a duplicate, since there is nothing left to compare a retry with', async () => {
    const company = await makeCompany(app, 'old-fingerprint');
    const event = { developer_id: 'someone', idempotencyKey: 'old-1' };
    await send(company, event);
    await query(
      app.databaseUrl,
      `update tracking_event set fingerprint_version = 1, fingerprint = '\\x00', payload = '{}', content_erased_on = '2026-01-01' where idempotency_key = 'old-1'`,
    );
    expect((await send(company, { ...event, metadata: { a: 1 } })).body.duplicate).toBe(true);
  });
});

describe('dai person erase', () => {
  const NAME = `Quenya Canarysdottir ${randomUUID().slice(0, 8)}`;
  const HELD = canary('project');
  let person: Person;
  let company: Company;
  let erasure: Erasure;
  let exported: string;
  beforeAll(async () => {
    company = await makeCompany(app, 'employer');
    person = await makePerson(app);
    await askGraphql(
      app,
      'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { name } }',
      { input: { name: NAME } },
      { cookie: person.cookie },
    );
    await giveRole(app, company.organizationId, person, 'admin');
    const { token } = await makeToken(app, person, { name: `token of ${NAME}`, scopes: ['project:publish'] });
    await makeDraft(app, token, { title: HELD });
    await askGraphql(
      app,
      'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { id } }',
      { input: { organizationId: company.organizationId, email: person.email, role: 'member' } },
      { cookie: company.owner.cookie },
    );
    const submission = submissionOf('partner_workspace');
    await submit(app, { ...submission, contact: { name: NAME, email: person.email }, note: `Write to ${NAME}` });
    await confirmContact(app, person.email);
    await runIntake(app);
    exported = await runCommand(app, 'person', 'export', person.email);
    erasure = await erase('person', 'erase', person.email);
  });

  it('leaves name, address and private texts in no table', async () => {
    for (const word of [person.email, NAME, HELD]) expect([word, await tablesWith(app, word)]).toEqual([word, []]);
    expect(JSON.stringify(erasure)).not.toContain(person.email);
  });

  it('ends the account and what it opened', async () => {
    const signIn = await ask(`${app.url}/api/auth/sign-in/email`, {
      body: { email: person.email, password: person.password },
      headers: { origin: app.url },
    });
    expect(signIn.status).toBe(401);
    const viewer = await askGraphql(app, '{ accountClosing { deleted { kind } } }', {}, { cookie: person.cookie });
    expect(viewer.errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  it('says what went, what stays and why', () => {
    const tables = erasure.erased.map(({ table }) => table);
    for (const table of ['auth.user', 'project', 'credential', 'intake_submission', 'audit_value', 'mail'])
      expect(tables).toContain(table);
    expect(erasure.remains.map(({ kind }) => kind)).toContain('audit log (audit_entry)');
    expect(erasure.remains.every(({ reason }) => reason.length > 20)).toBe(true);
  });

  it('leaves every chain of the log whole', async () => {
    const { code } = await endCommand(app, 'audit', 'verify');
    expect(code).toBe(0);
  });

  it('was exported before, with what is private and without what signs in', () => {
    const lines = linesOf(exported);
    const tables = new Set(lines.map(({ table }) => table));
    for (const table of ['auth.user', 'project', 'credential', 'member', 'intake_submission'])
      expect(tables).toContain(table);
    expect(exported).toContain(NAME);
    expect(exported).toContain(HELD);
    const names = new Set(lines.flatMap(({ table, row }) => Object.keys(row).map((name) => `${table} ${name}`)));
    for (const secret of ['auth.account password', 'auth.session token', 'credential hash', 'invitation secret_hash'])
      expect(names).not.toContain(secret);
  });

  it('refuses while the person is the only owner of an organization, and a person of whom nothing is known', async () => {
    const owner = await endCommand(app, 'person', 'erase', company.owner.email, ...REASON);
    expect([owner.code, owner.errors]).toEqual([1, expect.stringContaining('only owner')]);
    expect((await endCommand(app, 'person', 'erase', 'no-one@nowhere.example', ...REASON)).code).toBe(1);
    expect((await endCommand(app, 'person', 'erase', 'unnamed', ...REASON)).errors).toContain('name the person');
    const named = await endCommand(
      app,
      'person',
      'erase',
      company.owner.email,
      '--reason',
      `of ${company.owner.email}`,
    );
    expect(named.errors).toContain('must not name');
  });
});

describe('dai organization close', () => {
  const [product, developer, view] = [canary('product'), canary('user'), canary('view')];
  let company: Company;
  let exported: string;
  let erasure: Erasure;
  const name = canary('company');
  beforeAll(async () => {
    company = await makeCompany(app, name);
    await query(app.databaseUrl, 'update product set name = $1 where organization_id = $2', [
      product,
      company.organizationId.slice(4),
    ]);
    await send(company, { developer_id: developer, idempotencyKey: 'closing-1', account_domain: 'their.example' });
    await fold();
    await askGraphql(
      app,
      'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { id } }',
      { input: { organizationId: company.organizationId, productId: company.productId, aliases: [view] } },
      { cookie: company.owner.cookie },
    );
    exported = await runCommand(app, 'organization', 'export', company.organizationId);
    erasure = await erase('organization', 'close', company.organizationId);
  });

  it('leaves names, events, counts and members in no table', async () => {
    for (const word of [product, developer, view, name])
      expect([word, await tablesWith(app, word)]).toEqual([word, []]);
    const left = await query(app.databaseUrl, 'select 1 from member where organization_id = $1', [
      company.organizationId.slice(4),
    ]);
    expect(left).toEqual([]);
  });

  it('refuses its keys from then on, and its members are no members', async () => {
    expect((await send(company, { developer_id: 'late', idempotencyKey: 'closing-2' })).status).toBe(401);
    const seen = await askGraphql(
      app,
      'query ($id: ID!) { organization(id: $id) { name } }',
      { id: company.organizationId },
      { cookie: company.owner.cookie },
    );
    expect(seen.errors).not.toEqual([]);
  });

  it('leaves a chain that holds, whose last entry says so', async () => {
    expect((await endCommand(app, 'audit', 'verify')).code).toBe(0);
    const [last] = await query<{ action: string }>(
      app.databaseUrl,
      'select action from audit_entry where organization_id = $1 order by sequence desc limit 1',
      [company.organizationId.slice(4)],
    );
    expect(last?.action).toBe('organization.close');
    expect(erasure.remains.map(({ kind }) => kind)).toContain('audit entry');
  });

  it('was exported before, without its keys', () => {
    const tables = new Set(linesOf(exported).map(({ table }) => table));
    for (const table of ['organization', 'product', 'tracking_event', 'adoption_activity', 'audit_entry', 'member'])
      expect(tables).toContain(table);
    expect(exported).toContain(developer);
    expect(exported).not.toContain('"hash":"\\\\x');
  });

  it('may be run again, and refuses what is none', async () => {
    expect((await endCommand(app, 'organization', 'close', 'org_nothing', ...REASON)).code).toBe(1);
  });
});
