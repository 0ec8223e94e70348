import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsRetention } from '../../server/accounts/index.js';
import { foldEvents, rebuildRollups } from '../../server/adoption/index.js';
import { directoryRetention } from '../../server/directory/index.js';
import { ConfigError, readConfig } from '../../server/platform/config.js';
import { readRetentionAges, retentionJob } from '../../server/platform/retention/retention.job.js';
import {
  type RetentionDays,
  type RetentionRule,
  retentionRules,
} from '../../server/platform/retention/retention.rules.js';
import { trackingRetention } from '../../server/tracking/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { workOf } from '../setup/jobs.js';
import { type Company, makeCompany } from '../setup/people.js';
import { tablesWith } from '../setup/traces.js';

const DAY_MS = 86_400_000;
let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app, 'ageing');
});
afterAll(() => app.close());

const steps = [...trackingRetention, ...accountsRetention, ...directoryRetention];
/** Runs the job as it runs so many days from now, round after round, and answers how many rounds it took. */
async function runLater(days: number, set: RetentionDays = {}): Promise<number> {
  const now = () => new Date(Date.now() + days * DAY_MS);
  const job = retentionJob(steps, set);
  for (let rounds = 1; ; rounds += 1)
    if (!(await job.run({ ...workOf(app), clock: { ...app.clock, now } }, null))) return rounds;
}

const send = (event: Record<string, unknown>) =>
  ask<{ duplicate: boolean }>(`${app.url}/api/usage/track`, {
    token: company.trackingKey,
    body: {
      event_name: 'MCP_TOOL_CALL_SUCCEEDED',
      product: { id: company.productId, name: 'An API', type: 'api' },
      ...event,
    },
  });
const figures = async () =>
  (
    await askGraphql<{ companyAdoption: object }>(
      app,
      `query ($id: ID!, $from: String!, $to: String!) { companyAdoption(organizationId: $id, from: $from, to: $to) {
        totals { events developers calls } toolCalls { mcpServer mcpTool calls } campaigns { campaignId source events } } }`,
      { id: company.organizationId, from: '2026-01-01', to: new Date().toISOString().slice(0, 10) },
      { cookie: await signIn(app, company.owner) }, // a session goes with its age, too
    )
  ).data?.companyAdoption;
const one = async (sql: string, ...values: unknown[]): Promise<number> =>
  Number((await query<{ n: string }>(app.databaseUrl, sql, values))[0]?.n);

describe('events that are older than their time', () => {
  const event = {
    developer_id: 'aged',
    idempotencyKey: 'aged-1',
    occurredAt: '2026-11-02T10:00:00Z',
    context: { attribution: { campaignId: 'spring', source: 'letter' } },
    metadata: { note: 'canary-of-age', usageReceipt: { mcpServer: 'orders', mcpTool: 'list', success: true } },
  };
  let before: unknown;
  beforeAll(async () => {
    expect((await send(event)).status).toBe(200);
    await query(
      app.databaseUrl,
      `update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 minute') at time zone 'utc'`,
    );
    while ((await foldEvents(app.app.platform.em())).more);
    before = await figures();
  });

  it('stay as they are until their days are over', async () => {
    await runLater(759);
    expect(await tablesWith(app, 'canary-of-age')).toContain('public.tracking_event');
  });

  it('lose their content and keep what is counted, whatever is counted again', async () => {
    await runLater(761);
    expect(await tablesWith(app, 'canary-of-age')).toEqual([]);
    expect(await figures()).toEqual(before);
    await rebuildRollups(app.app.platform.em());
    expect(await figures()).toEqual(before);
  });

  it('are duplicates when they are sent again, and bring nothing back', async () => {
    expect((await send(event)).body.duplicate).toBe(true);
    expect(await tablesWith(app, 'canary-of-age')).toEqual([]);
    expect((await send({ ...event, developer_id: 'other' })).status).toBe(409);
  });

  it('of an older fingerprint version get the present one first, so that a changed event stays a conflict', async () => {
    const old = { ...event, idempotencyKey: 'aged-old', metadata: { note: 'of an older build' } };
    await send(old);
    await query(
      app.databaseUrl,
      `update tracking_event set fingerprint_version = 1, fingerprint = '\\x00' where idempotency_key = 'aged-old'`,
    );
    await runLater(762);
    expect((await send(old)).body.duplicate).toBe(true);
    expect((await send({ ...old, developer_id: 'other' })).status).toBe(409);
  });

  it('go in rounds of five hundred, each in a transaction of its own', async () => {
    await query(
      app.databaseUrl,
      `insert into tracking_event (organization_id, id, idempotency_key, product_uuid, event_name, developer_id, vendor_own_domain, received_at, source,
         data_label, fingerprint_version, fingerprint, payload)
       select organization_id, gen_random_uuid(), 'many-' || n, product_uuid, event_name, 'many', false, received_at, 'api', data_label, fingerprint_version,
         fingerprint, '{"metadata": {"note": "canary-of-many"}}' from tracking_event, generate_series(1, 1200) n where idempotency_key = 'aged-1'`,
    );
    // Random ids lie behind the mark of the organization, as none of a real event does.
    await query(app.databaseUrl, `delete from event_content_mark`);
    await query(
      app.databaseUrl,
      `update tracking_event set id = overlay(id::text placing '01900000' from 1 for 8)::uuid where developer_id = 'many'`,
    );
    expect(await runLater(800)).toBeGreaterThan(2);
    expect(await tablesWith(app, 'canary-of-many')).toEqual([]);
  });

  it('stay for good where an operator says so', async () => {
    await send({ ...event, idempotencyKey: 'kept-1', metadata: { note: 'canary-for-good' } });
    await runLater(3_000, { events: null });
    expect(await tablesWith(app, 'canary-for-good')).toContain('public.tracking_event');
    await runLater(100, { events: 90 });
    expect(await tablesWith(app, 'canary-for-good')).toEqual([]);
  });
});

describe('records that are older than their time', () => {
  it('go, each after its own days', async () => {
    await app.app.parts.verdicts.flush(); // refusals of the tests above are counted in the background
    await query(
      app.databaseUrl,
      `insert into intent_event (id, link_id, event_name, event_family, received_at)
      select gen_random_uuid(), id, 'LINK_OPENED', 'intent', now() from tracked_link limit 1`,
    );
    await query(
      app.databaseUrl,
      `insert into tracking_refusal (organization_id, product_uuid, day, refused) values ($1, gen_random_uuid(), current_date, 1)`,
      [company.organizationId.slice(4)],
    );
    await query(
      app.databaseUrl,
      `insert into invitation (id, organization_id, email, role, invited_by, expires_at) values (gen_random_uuid(), $1, 'gone@people.example', 'member', gen_random_uuid(), now())`,
      [company.organizationId.slice(4)],
    );
    const counts = async () => ({
      opens: await one('select count(*) as n from intent_event'),
      refusals: await one(
        'select count(*) as n from tracking_refusal where organization_id = $1',
        company.organizationId.slice(4),
      ),
      invitations: await one(`select count(*) as n from invitation where email = 'gone@people.example'`),
      sessions: await one('select count(*) as n from auth.session'),
    });
    const { opens, refusals, invitations, sessions } = await counts();
    expect([opens, refusals, invitations].every((n) => n > 0)).toBe(true);
    await runLater(36);
    expect(await counts()).toEqual({ opens, refusals, invitations, sessions });
    await runLater(38);
    expect((await counts()).sessions).toBe(0);
    await runLater(91);
    expect((await counts()).invitations).toBe(0);
    await runLater(401);
    expect((await counts()).opens).toBe(0);
    expect((await counts()).refusals).toBe(refusals);
    await runLater(802);
    expect((await counts()).refusals).toBe(0);
  });

  it('are reported by kind with the age of the last round that left none', async () => {
    await runLater(0);
    const ages = await readRetentionAges(app.app.platform.em());
    expect(Object.keys(ages).sort()).toEqual([
      'devices',
      'events',
      'imports',
      'invitations',
      'link-opens',
      'refusals',
      'sessions',
    ]);
  });
});

describe('RETENTION_DAYS', () => {
  const daysOf = (list: string) => readConfig({ RETENTION_DAYS: list }).retentionDays;
  it('sets days within bounds, and never', () => {
    expect(daysOf('events=90, invitations=never')).toEqual({ events: 90, invitations: null });
    expect(readConfig({}).retentionDays).toEqual({});
  });

  it('refuses a kind that is unknown or fixed, and days out of bounds', () => {
    for (const list of [
      'events',
      'event=90',
      'audit=10',
      'verdicts=30',
      'events=89',
      'events=3651',
      'events=1.5',
      'events=90=1',
    ])
      expect(() => daysOf(list)).toThrow(ConfigError);
  });
});

describe('the table of docs/operations.md', () => {
  it('says of every kind what the code does', () => {
    const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
    const rows = Object.entries(retentionRules).map(([kind, rule]: [string, RetentionRule]) => {
      const days = rule.days === null ? '' : `${rule.days}`;
      return `| \`${kind}\` | ${rule.covers} | ${days} | ${rule.stays} | ${rule.reason} |`;
    });
    expect(rows.filter((row) => !text.includes(row))).toEqual([]);
  });
});
