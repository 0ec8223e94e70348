import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../server/platform/audit/audit.verify.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeCompany, makePerson, type Person } from '../setup/people.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const recordSpend = ({ cookie }: Person) =>
  askGraphql(
    app,
    `mutation { recordSpend(input: { provider: search_api, month: "2026-01", currency: USD, amountCents: 100, source: user_reported }) { entry { month } } }`,
    {},
    { cookie },
  );
const makeToken = ({ cookie }: Person) =>
  askGraphql(
    app,
    'mutation { createWorkflowToken(input: { name: "agent", scopes: ["project:read"] }) { token } }',
    {},
    { cookie },
  );
const chainsOf = async (actor: string) =>
  (
    await query<{ chain: string }>(
      app.databaseUrl,
      "select distinct chain from audit_entry where actor = $1 and resource not in ('user', 'session')",
      [actor],
    )
  ).map(({ chain }) => chain);

describe('the chains of the audit log', () => {
  it('are one per person for what is theirs alone, and one per organization', async () => {
    const company = await makeCompany(app);
    const person = await makePerson(app);
    expect((await recordSpend(person)).errors).toEqual([]);
    expect((await makeToken(person)).errors).toEqual([]);
    expect(await chainsOf(person.id)).toEqual([person.id]);
    expect(await chainsOf(company.owner.id)).toEqual([company.organizationId]);
    const verdicts = await verifyAudit(app.app.platform.em());
    expect(verdicts.find(({ chain }) => chain === person.id)).toMatchObject({ broken: [] });
  });

  it('do not wait for each other: one that is held until its commit holds no one else', async () => {
    const [one, other] = [await makePerson(app), await makePerson(app)];
    for (const person of [one, other]) expect((await makeToken(person)).errors).toEqual([]);
    const client = new pg.Client({ connectionString: app.databaseUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query(
        "select 1 from audit_head where organization_id in ($1, '00000000-0000-0000-0000-000000000000') for update",
        [one.id.slice(4)],
      );
      expect((await recordSpend(other)).errors).toEqual([]);
    } finally {
      await client.end();
    }
  });
});
