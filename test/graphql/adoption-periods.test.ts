import type { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compactPeriods, foldEvents, periodJob, rebuildRollups } from '../../server/adoption/index.js';
import { entities } from '../../server/app/database.js';
import { openOrm } from '../../server/platform/database/orm.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { workOf } from '../setup/jobs.js';
import { isDistributed, ONE_SERVER_ALONE } from '../setup/nodes.js';
import { type Company, makeCompany } from '../setup/people.js';

let app: TestApp;
/** Another process that compacts. */
let other: MikroORM;
let company: Company;
/** Two whole weeks and some days, all of one month. */
const WINDOW = { from: '2026-09-04', to: '2026-09-24' };
const WEEK = '2026-09-07';
const AFTER = '2026-09-25';

beforeAll(async () => {
  app = await startApp();
  other = await openOrm(app.databaseUrl, entities, 2);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

beforeEach(async () => {
  company = await makeCompany(app, 'metered');
  for (const [developer_id, account_domain, occurredAt] of [
    ['d1', 'one.example', '2026-09-05T10:00:00Z'],
    ['d1', 'one.example', '2026-09-08T10:00:00Z'],
    ['d1', 'two.example', '2026-09-13T23:59:59Z'],
    ['d2', 'one.example', '2026-09-10T10:00:00Z'],
    ['d2', 'one.example', '2026-09-15T10:00:00Z'],
    ['d3', undefined, '2026-09-22T10:00:00Z'],
  ])
    await send({ developer_id, account_domain, occurredAt });
  await fold();
});
afterEach(() => compact(AFTER)); // what a test left does not become the next one's

let sent = 0;
async function send(given: Record<string, unknown>): Promise<void> {
  const { status } = await ask(`${app.url}/api/usage/track`, {
    token: company.trackingKey,
    body: {
      event_name: 'FIRST_API_CALL',
      product: { id: company.productId, name: 'An API', type: 'api' },
      idempotencyKey: `period-${++sent}`,
      ...given,
    },
  });
  expect(status).toBe(200);
}

/** When events were recorded that are folded: a quarter of an hour before the newest, and each fold's a second after those of the one before. */
const RECORDED = new Date(Date.now() - 900_000);
let folds = 0;
async function fold(): Promise<void> {
  folds += 1;
  const at = new Date(RECORDED.getTime() + folds * 1_000);
  await query(
    app.databaseUrl,
    "update tracking_event set recorded_at = $1::timestamptz where recorded_at > $1::timestamptz + interval '5 minutes'",
    [at],
  );
  await query(app.databaseUrl, "update fold_watermark set recorded_at = $1::timestamptz - interval '1 ms'", [at]);
  while ((await foldEvents(app.app.platform.em())).more);
}

const compact = (today: string, em = app.app.platform.em()) => compactPeriods(em, today);

interface View {
  readonly totals: { readonly events: number };
  readonly accounts: readonly { readonly accountDomain: string; readonly events: number }[];
}

async function view(family?: string): Promise<View> {
  const { data, errors } = await askGraphql<{ companyAdoption: View }>(
    app,
    `query ($organizationId: ID!, $family: EventFamily, $from: String!, $to: String!) { companyAdoption(organizationId: $organizationId, family: $family, from: $from, to: $to) {
      totals { events developers accounts } accounts { accountDomain events developers firstSeen lastSeen }
      developers { developerId events firstSeen lastSeen } } }`,
    { organizationId: company.organizationId, family, ...WINDOW },
    { cookie: company.owner.cookie },
  );
  expect(errors).toEqual([]);
  if (!data) throw new Error('no view');
  return data.companyAdoption;
}

const eventsOf = ({ accounts }: View, domain: string): number | undefined =>
  accounts.find(({ accountDomain }) => accountDomain === domain)?.events;

/** Every row of the company's periods. */
async function rows(): Promise<string[]> {
  const found = await query<{ row: string }>(
    app.databaseUrl,
    `select p::text as row from adoption_period p where organization_id = $1
     union all select a::text from adoption_period_activity a where organization_id = $1 order by 1`,
    [company.organizationId.slice(4)],
  );
  return found.map(({ row }) => row);
}

/** Takes the activity of a week away, which leaves what was compacted of it. */
const forgetDays = () =>
  query(
    app.databaseUrl,
    `delete from adoption_activity where organization_id = $1 and day between $2 and $2::date + 6`,
    [company.organizationId.slice(4), WEEK],
  );

describe('compacting', () => {
  it('answers the same view from the rows of a week as from its days', async () => {
    const ofDays = await view();
    expect(eventsOf(ofDays, 'one.example')).toBe(4);
    await compact(AFTER);
    expect(await view()).toEqual(ofDays);
    await forgetDays();
    expect(await view()).toEqual(ofDays);
  });

  it('answers the view of one family from the rows of that family', async () => {
    await send({
      developer_id: 'd1',
      account_domain: 'one.example',
      occurredAt: '2026-09-09T10:00:00Z',
      event_name: 'API_KEY_CREATED',
    });
    await fold();
    const ofDays = await view('evaluation');
    expect(ofDays.accounts).toMatchObject([{ accountDomain: 'one.example', events: 1 }]);
    await compact(AFTER);
    await forgetDays();
    expect(await view('evaluation')).toEqual(ofDays);
  });

  it('leaves a week alone until it has ended', async () => {
    const ofWeek = async () => (await rows()).filter((row) => row.includes(WEEK));
    await compact('2026-09-13');
    expect(await ofWeek()).toEqual([]);
    await compact('2026-09-14');
    expect(await ofWeek()).not.toEqual([]);
  });

  it('shows a late event at once, and compacts its week again', async () => {
    await compact(AFTER);
    await send({ developer_id: 'd9', account_domain: 'one.example', occurredAt: '2026-09-09T10:00:00Z' });
    await fold();
    const late = await view();
    expect(late.totals.events).toBe(7);
    expect(eventsOf(late, 'one.example')).toBe(5);
    await compact(AFTER);
    await forgetDays();
    expect(await view()).toEqual(late);
  });

  it('by two processes at once leaves the rows that one leaves', async () => {
    await compact(AFTER);
    const ofOne = await rows();
    await query(app.databaseUrl, 'delete from adoption_period');
    await query(app.databaseUrl, 'delete from adoption_period_activity');
    await Promise.all([
      compact(AFTER),
      compact(AFTER, other.em.fork()),
      compact(AFTER),
      compact(AFTER, other.em.fork()),
    ]);
    expect(await rows()).toEqual(ofOne);
  });

  it('that is killed in the middle of a week stores nothing of it, and the next one all of it', async ({ skip }) => {
    skip(isDistributed(), ONE_SERVER_ALONE['graphql/adoption-periods']);
    const before = await view();
    const holder = new pg.Client({ connectionString: app.databaseUrl });
    await holder.connect();
    try {
      await holder.query('begin');
      // The last row of the week, which the compaction waits for with all others written.
      await holder.query(
        `insert into adoption_period_activity select organization_id, product_uuid, data_label, 7, event_family, $2, developer_id, account_domain,
           campaign_key, null, null, 1, first_at, last_at
         from adoption_activity where organization_id = $1 and developer_id = 'd2' and day = '2026-09-10'`,
        [company.organizationId.slice(4), WEEK],
      );
      const killed = expect(compact(AFTER, other.em.fork())).rejects.toThrow();
      const kill = () =>
        holder.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
      await expect.poll(async () => (await kill()).rowCount).toBe(1);
      await holder.query('rollback');
      await killed;
    } finally {
      await holder.end();
    }
    expect((await rows()).filter((row) => row.includes(WEEK))).toEqual([]);
    expect(await view()).toEqual(before);
    await compact(AFTER);
    await forgetDays();
    expect(await view()).toEqual(before);
  });

  it('comes to the same rows after a rebuild', async () => {
    await compact(AFTER);
    const before = await rows();
    await rebuildRollups(app.app.platform.em());
    expect(await rows()).toEqual([]);
    await compact(AFTER);
    expect(await rows()).toEqual(before);
  });

  it('takes nothing of another organization into its rows', async () => {
    const first = await view();
    company = await makeCompany(app, 'metered');
    await send({ developer_id: 'd1', account_domain: 'one.example', occurredAt: '2026-09-08T10:00:00Z' });
    await fold();
    await compact(AFTER);
    expect((await view()).totals.events).toBe(1);
    expect(first.totals.events).toBe(6);
  });

  it('is a job that is done when nothing waits', async () => {
    expect(await periodJob.run(workOf(app), {})).toBe(false);
    const done = await rows();
    expect(done).not.toEqual([]);
    expect(await periodJob.run(workOf(app), {})).toBe(false);
    expect(await rows()).toEqual(done);
  });
});
