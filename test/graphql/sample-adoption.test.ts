import { afterAll, beforeAll, expect, it } from 'vitest';
import { newestDueDay, windowEndingAt } from '../../server/adoption/index.js';
import { prepareDemoAdoption } from '../../server/demo/adoption.prepare.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql, signIn } from '../setup/ask.js';
import { query } from '../setup/database.js';

let app: TestApp;
let owner: string;
beforeAll(async () => {
  app = await startApp();
  const { email } = app.credentials.users.owner;
  await prepareDemoAdoption(app.app, app.databaseUrl, email);
  await prepareDemoAdoption(app.app, app.databaseUrl, email); // a second start
  owner = await signIn(app, app.credentials.users.owner);
});
afterAll(() => app.close());

const read = async (period: string) =>
  (
    await ask<{
      tools: {
        tool: { slug: string };
        label: string;
        cohort: string;
        rank: number | null;
        developers: number | null;
      }[];
      rankings: { id: string; label: string }[];
    }>(`${app.url}/api/v1/adoption?period=${period}`)
  ).body;

it('gives public adoption rows that are labelled sample, ranked with nothing, and of each kind', async () => {
  const { tools, rankings } = await read('30d');
  expect(tools.map(({ tool, label, cohort, rank }) => [tool.slug, label, cohort, rank])).toEqual([
    ['sample-mailer', 'sample', 'suppressed', null],
    ['sample-notes', 'sample', 'insufficient', null],
    ['sample-queues', 'sample', 'reported', null],
  ]);
  expect(rankings.filter(({ label }) => label !== 'public-source').map(({ id, label }) => [id, label])).toEqual([
    ['agent-rank-sample', 'sample'],
    ['developers-sample', 'sample'],
  ]);
});

it('gives the sample tool a history of two weeks', async () => {
  const { data } = await askGraphql<{ tool: { adoptionHistory: { day: string }[] } }>(
    app,
    '{ tool(slug: "sample-queues") { adoptionHistory(days: 90) { day } } }',
  );
  const days = data?.tool.adoptionHistory.map(({ day }) => day) ?? [];
  expect([days.length, days.at(-1)]).toEqual([14, newestDueDay(app.clock.now())]);
});

it('fills the pages of a company apart from the demo company, whose own stay empty', async () => {
  const { data } = await askGraphql<{ viewer: { memberships: { organization: { id: string; name: string } }[] } }>(
    app,
    '{ viewer { memberships { organization { id name } } } }',
    {},
    { cookie: owner },
  );
  const idOf = (name: string) =>
    data?.viewer.memberships.find(({ organization }) => organization.name === name)?.organization.id;
  const viewOf = async (organizationId: string | undefined) =>
    (
      await askGraphql<{ companyAdoption: { label: string; totals: { developers: number; retained: number } } }>(
        app,
        `query ($organizationId: ID!, $from: String!, $to: String!) {
          companyAdoption(organizationId: $organizationId, from: $from, to: $to) { label totals { developers retained } } }`,
        { organizationId, ...windowEndingAt(app.clock.now().toISOString().slice(0, 10), 60) },
        { cookie: owner },
      )
    ).data?.companyAdoption;
  const sample = await viewOf(idOf('Sample Company'));
  expect(sample).toMatchObject({ label: 'sample' });
  expect(sample?.totals.developers).toBeGreaterThan(50);
  expect(sample?.totals.retained).toBeGreaterThan(20);
  expect(await viewOf(idOf('Demo Company'))).toMatchObject({ label: 'missing', totals: { developers: 0 } });
});

it('is made once', async () => {
  const [made] = await query<{ organizations: string; tools: string }>(
    app.databaseUrl,
    `select (select count(*) from organization where name = 'Sample Company') as organizations,
       (select count(*) from tool where origin = 'demo' and slug like 'sample-%') as tools`,
  );
  expect(made).toEqual({ organizations: '1', tools: '3' });
});
