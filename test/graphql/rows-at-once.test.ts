import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findWorkspaces } from '../../server/accounts/index.js';
import { readToolTruths } from '../../server/adoption/index.js';
import { intakeJobs } from '../../server/intake/index.js';
import { endConnections } from '../../server/usage/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { askGraphql } from '../setup/ask.js';
import { freshDatabase, query } from '../setup/database.js';
import { makeLinkedCompany } from '../setup/evidence.js';
import { prepared, runIntake, submissionOf } from '../setup/intake.js';
import { workOf } from '../setup/jobs.js';
import { type Company, giveRole, makeCompany, makeOrganization, makePerson } from '../setup/people.js';
import { openStatementCount, type StatementCount } from '../setup/statements.js';
import { makeWebhook, runJob } from '../setup/webhooks.js';

const HOOK = 'http://127.0.0.1:9/'; // no message is sent there

let app: TestApp;
let statements: StatementCount;
let company: Company;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await freshDatabase('template_demo');
  drop = database.drop;
  statements = await openStatementCount(database.url);
  app = await startApp({ databaseUrl: statements.url, env: { OUTBOUND_ALLOW: new URL(HOOK).host } });
  company = await makeCompany(app);
});
afterAll(async () => {
  await app.close();
  await statements.close();
  await drop();
});

/** The statements that a piece of work sends. */
async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  statements.take();
  await work();
  return statements.take();
}

const addProducts = (organizationId: string, count: number): Promise<unknown> =>
  query(
    app.databaseUrl,
    `insert into product (organization_id, id, product_id, name, type)
     select $1, gen_random_uuid(), 'more-' || gen_random_uuid(), 'More', 'api' from generate_series(1, $2)`,
    [organizationId.slice(4), count],
  );

describe('the refused shares of a company', () => {
  it('are read by as many statements for twelve products as for two', async () => {
    await makeWebhook(app, company, HOOK, { refusedPercent: 10 });
    await addProducts(company.organizationId, 1);
    const look = () => sentBy(() => runJob(app, 'watch_refused_share'));
    const before = await look();
    await addProducts(company.organizationId, 10);
    expect(await look()).toHaveLength(before.length);
  });
});

describe('the workspaces of a domain', () => {
  it('are read in one statement with their products, verified ones first', async () => {
    const domain = `d-${randomUUID()}.example`;
    const own = await makeCompany(app);
    const uuids = [await makeOrganization(app), await makeOrganization(app), own].map(({ organizationId }) =>
      organizationId.slice(4),
    );
    await query(app.databaseUrl, 'update organization set domain = $1 where id = any($2)', [domain, uuids]);
    await query(app.databaseUrl, 'update organization set domain_verified_at = now() where id = $1', [uuids[2]]);
    await addProducts(`org_${uuids[0]}`, 101);
    const found: Awaited<ReturnType<typeof findWorkspaces>> = [];
    const sent = await sentBy(async () => found.push(...(await findWorkspaces(app.app.platform.em(), domain))));
    expect(sent).toHaveLength(1);
    expect(found.map(({ organizationId, domainVerified }) => [organizationId, domainVerified])).toEqual([
      [uuids[2], true],
      ...uuids
        .slice(0, 2)
        .toSorted()
        .map((uuid) => [uuid, false]),
    ]);
    const byId = new Map(found.map((one) => [one.organizationId, one]));
    expect(byId.get(uuids[2] ?? '')).toMatchObject({
      name: 'A Company',
      products: [{ productId: own.productId, name: 'An API', type: 'api' }],
    });
    expect(byId.get(uuids[1] ?? '')?.products).toEqual([]);
    const names = byId.get(uuids[0] ?? '')?.products.map(({ productId }) => productId) ?? [];
    expect(names).toHaveLength(100);
    expect(names).toEqual(names.toSorted());
  });
});

describe('letters to reviewers', () => {
  it('are addressed by one look at who reviews, however many there are', async () => {
    const ids = [];
    for (const kind of ['tracked_links', 'hackathon_passport', 'tracked_links'])
      ids.push((await prepared(app, submissionOf(kind))).id.slice(4));
    await runIntake(app);
    const [reviewer] = await query<{ id: string }>(app.databaseUrl, 'select id from auth."user" where reviewer');
    await query(app.databaseUrl, 'update intake_submission set assignee = $1 where id = any($2)', [reviewer?.id, ids]);
    await query(app.databaseUrl, 'update intake_letter set forwarded_at = null where submission_id = any($1)', [ids]);
    await query(
      app.databaseUrl,
      `insert into intake_letter (id, submission_id, audience, subject_of, created_at)
       select gen_random_uuid(), id, 'assignee', 'assigned', now() from intake_submission where id = any($1)`,
      [ids],
    );
    const forward = intakeJobs.find(({ name }) => name === 'forward_intake_letters');
    const sent = await sentBy(async () => forward?.run(workOf(app), {}));
    expect(sent.filter((text) => text.includes('auth."user"'))).toHaveLength(2);
  });
});

describe('the consents of a person', () => {
  it('end in one statement, and what they had under way in another', async () => {
    const { id } = await makePerson(app);
    await query(
      app.databaseUrl,
      `insert into tool_connection (id, user_id, tool_id, connected_at, expires_at)
       select gen_random_uuid(), $1, id, now(), now() + interval '1 day' from tool limit 5`,
      [id.slice(4)],
    );
    const ended: string[] = [];
    const sent = await sentBy(async () =>
      ended.push(...(await endConnections(app.app.platform.em(), id.slice(4), app.clock.now()))),
    );
    expect(ended).toHaveLength(5);
    expect(sent).toHaveLength(2);
  });
});

describe('the figures of tools', () => {
  it('are read in one statement for each, and one that finds them and what is counted of each', async () => {
    const linked = [await makeLinkedCompany(app), await makeLinkedCompany(app)];
    const found: string[] = [];
    const sent = await sentBy(async () => {
      for (const { toolId } of await readToolTruths(app.app.platform.em(), '2026-01-30', () => [])) found.push(toolId);
    });
    expect(found).toEqual(expect.arrayContaining(linked.map(({ toolId }) => toolId.replace('tol_', ''))));
    // One organization each: a label and figures of three windows, three kinds of sets, and calls.
    expect(sent).toHaveLength(1 + (3 + 3 + 3 + 1) * found.length);
  });
});

describe('a change of a member’s role', () => {
  it('answers the member, of whom alone the name is read', async () => {
    const person = await makePerson(app);
    await giveRole(app, company.organizationId, person, 'member');
    const sent = await sentBy(async () => {
      const { data } = await askGraphql(
        app,
        `mutation ($input: ChangeMemberRoleInput!) { changeMemberRole(input: $input) { userId email name role } }`,
        { input: { organizationId: company.organizationId, userId: person.id, role: 'admin' } },
        { cookie: company.owner.cookie },
      );
      expect(data).toEqual({
        changeMemberRole: { userId: person.id, email: person.email, name: 'A Person', role: 'admin' },
      });
    });
    const named = sent.filter((text) => /from member m join auth\."user"/.test(text));
    expect(named).toEqual([expect.stringMatching(/m\.user_id = \$\d/)]);
  });
});
