import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { verifyAudit } from '../../server/platform/audit/audit.verify.js';
import { appendWaiting, isAnyWaiting } from '../../server/platform/audit/audit.wait.js';
import { openOrm } from '../../server/platform/database/orm.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, signIn } from '../setup/ask.js';
import { freshDatabase, query } from '../setup/database.js';
import { SESSION_SECRET } from '../setup/demo.js';
import { isDistributed, killNode, nodeOf, skipWithoutNodes, untilNode } from '../setup/nodes.js';
import { type Company, makeCompany } from '../setup/people.js';
import { buildIfStale, endAll, type Gateway, startGateway } from './gateway.process.js';
import { type Load, startLoad } from './load.client.js';

const KILLS = Number(process.env.SOAK_KILLS ?? 4);
const ACKNOWLEDGED_PER_KILL = 200;
const METRICS_TOKEN = 'a-token-for-metrics';

/** A company, and the node that has its events. */
interface Placed extends Company {
  readonly node: string;
}

let database: Awaited<ReturnType<typeof freshDatabase>>;
let app: TestApp;
/** Two companies whose events lie on different nodes. */
let companies: readonly [Placed, Placed];

skipWithoutNodes();
beforeAll(async () => {
  if (!isDistributed()) return;
  await buildIfStale();
  database = await freshDatabase('template_demo');
  app = await startApp({ databaseUrl: database.url, env: { METRICS_TOKEN } });
  const place = async (): Promise<Placed> => {
    const company = await makeCompany(app);
    return { ...company, node: await nodeOf(database.url, company.organizationId) };
  };
  const first = await place();
  let second = await place();
  while (second.node === first.node) second = await place();
  companies = [first, second];
});
afterAll(async () => {
  if (!isDistributed()) return;
  await Promise.all(inject('nodeUrls').map((node) => untilNode(node, true)));
  await endAll();
  await app.close();
  await database.drop();
});

const stored = (load: Load) => {
  const [run = ''] = /^.{36}/.exec([...load.acknowledged.keys()][0] ?? '') ?? [];
  return query<{ key: string; id: string }>(
    database.url,
    "select idempotency_key as key, 'evt_' || id as id from tracking_event where idempotency_key like $1 || '-%'",
    [run],
  );
};
const countedOf = async ({ organizationId }: Company): Promise<number> => {
  const [row] = await query<{ events: number }>(
    database.url,
    'select coalesce(sum(events), 0)::int as events from adoption_received where organization_id = $1',
    [organizationId.slice(4)],
  );
  return row?.events ?? 0;
};
const track = ({ trackingKey, productId }: Company, key: string) =>
  ask(`${app.url}/api/usage/track`, {
    token: trackingKey,
    body: {
      event_name: 'FIRST_API_CALL',
      developer_id: 'dev_1',
      product: { id: productId, name: 'An API', type: 'api' },
      idempotencyKey: key,
    },
  });

describe('a node that is killed under load', () => {
  it(
    `neither loses nor repeats what was acknowledged, and all of it is counted once, after ${KILLS} kills`,
    async () => {
      const gateway: Gateway = await startGateway({
        DATABASE_URL: Object.assign(new URL(inject('gatewayUrl')), {
          pathname: new URL(database.url).pathname,
        }).toString(),
        DATABASE_DIRECT_URL: database.url,
        SESSION_SECRET,
      });
      const loads = companies.map(({ trackingKey, productId }) =>
        startLoad(() => Promise.resolve(gateway), trackingKey, productId),
      );
      for (let kill = 0; kill < KILLS; kill += 1) {
        await Promise.all(loads.map((load) => load.after(ACKNOWLEDGED_PER_KILL, () => undefined)));
        const { node } = companies[kill % 2 === 0 ? 0 : 1];
        await killNode(node, 1);
        await untilNode(node, true);
      }
      await Promise.all(loads.map((load) => load.finish()));
      for (const [at, load] of loads.entries()) {
        expect(load.contradictions).toEqual([]);
        const rows = await stored(load);
        const ids = new Map(rows.map(({ key, id }) => [key, id]));
        expect(rows).toHaveLength(ids.size);
        expect([...load.acknowledged].filter(([key, id]) => ids.get(key) !== id)).toEqual([]);
        expect(ids.size).toBe(load.acknowledged.size);
        const company = companies[at === 0 ? 0 : 1];
        await expect.poll(() => countedOf(company), { timeout: 180_000, interval: 1_000 }).toBe(load.acknowledged.size);
      }
      console.log(
        `${KILLS} kills: ${loads.map(({ acknowledged }) => acknowledged.size).join(' and ')} events acknowledged, stored and counted once`,
      );
      gateway.kill('SIGTERM');
      await gateway.ended;
    },
    300_000 + KILLS * 60_000,
  );
});

it('holds up no organization of another node while it is away, and neither sign-in nor public pages', async () => {
  const [lost, other] = companies;
  const { owner, builder, reviewer, secondReviewer } = app.credentials.users;
  const timed = async (company: Company, key: string) => {
    const started = performance.now();
    const { status, headers } = await track(company, key);
    return { status, retryAfter: headers.get('retry-after'), ms: performance.now() - started };
  };
  const before: number[] = [];
  for (let at = 0; at < 40; at += 1) {
    const both = await Promise.all(companies.map((company) => timed(company, `before-${at}`)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    before.push(...both.map(({ ms }) => ms));
  }
  await killNode(lost.node, 60);
  const address = new URL(lost.node).host;
  const meanwhile: number[] = [];
  for (let at = 0; at < 40; at += 1) {
    const [here, away] = await Promise.all([timed(other, `here-${at}`), timed(lost, `away-${at}`)]);
    meanwhile.push(here.ms);
    expect([here.status, away.status, away.retryAfter]).toEqual([200, 503, '1']);
    await pause(50);
  }
  const slowest = { before: Math.max(...before), meanwhile: Math.max(...meanwhile) };
  console.log(`slowest of 40 events before and while a node is away: ${JSON.stringify(slowest)} ms`);
  expect(slowest.meanwhile, 'no event of another node waits a second for the one that is away').toBeLessThan(
    1_000 + slowest.before,
  );
  for (const person of [owner, builder, reviewer, secondReviewer]) await signIn(app, person);
  for (const path of [
    '/',
    '/tools/stripe',
    '/directory?q=email',
    '/adoption',
    '/llms.txt',
    '/api/directory/context?q=email',
  ])
    expect([path, (await ask(`${app.url}${path}`)).status]).toEqual([path, 200]);
  const ready = await ask<{ warnings: { code: string; detail: string }[] }>(`${app.url}/readyz`);
  expect(ready.status).toBe(200);
  expect(ready.body.warnings.find(({ code }) => code === 'node_away')?.detail).toContain(address);
  const metrics = await ask(`${app.url}/metrics`, { token: METRICS_TOKEN });
  expect(metrics.text).toContain(`dai_database_node_up{node="${address}"} 0`);
  expect(metrics.text).toContain(`dai_database_node_up{node="${new URL(other.node).host}"} 1`);
  await untilNode(lost.node, true);
  await expect.poll(async () => (await track(lost, 'after')).status, { timeout: 120_000, interval: 300 }).toBe(200);
  const orm = await openOrm(database.url, [], 2);
  await appendWaiting(orm.em.fork());
  expect(await isAnyWaiting(orm.em.fork())).toBe(false);
  expect((await verifyAudit(orm.em.fork())).flatMap(({ broken }) => broken)).toEqual([]);
  await orm.close();
});
