import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import {
  addDays,
  compactPeriods,
  makeSnapshot,
  newestDueDay,
  readPublicationSecret,
  readToolTruths,
  windowEndingAt,
} from '../server/adoption/index.js';
import { entities } from '../server/app/database.js';
import { openOrm } from '../server/platform/database/orm.js';
import { type CompanySize, LARGE, loadAdoption, SMALL } from './adoption.load.js';
import { READS, VIEW } from './company-reads.list.js';
import type { Ground } from './ground.open.js';
import { hello } from './load.orders.js';
import type { HttpOrder } from './load.types.js';
import { judged, type RatioRow, spreadOf } from './result.ratios.js';
import { WrongAnswers } from './round.measure.js';
import type { Plan } from './round.plan.js';
import { openSession } from './session.open.js';
import { measureSnapshots } from './snapshot.measure.js';

const WINDOW_DAYS = 90;
/** A gateway believes for two seconds that the newest snapshot is the newest. */
const NEWER_SEEN_MS = 3_000;
const CLIENTS = 8;

const BARE = `select count(*), sum(events) from adoption_activity
  where organization_id = $1 and product_uuid = $2 and data_label = 'first-party' and day between $3 and $4`;

/**
 * A company's whole view over ten million events beside the bare sum of the rollups that it is made of, and public adoption with ten
 * million events behind it beside ten thousand. The events are rollups as folding makes them.
 */
export async function measureAdoption(ground: Ground, { name, rounds: times, ...load }: Plan): Promise<RatioRow[]> {
  const { users, organizationId, productId } = ground.credentials;
  const client = new pg.Client({ connectionString: ground.gatewayUrl });
  await client.connect();
  const orm = await openOrm(ground.gatewayUrl, entities, 2);
  const url = `http://127.0.0.1:${ground.gatewayAlone.port}`;
  const lastDay = newestDueDay(new Date());
  const window = windowEndingAt(lastDay, WINDOW_DAYS);
  const organization = organizationId.slice('org_'.length);
  const product = await linkedProduct(client, organization, productId);
  const readers: HttpOrder = {
    ...hello(ground, { ...load, name, rounds: times }),
    port: ground.gatewayAlone.port,
    path: '/api/v1/adoption?period=90d',
    connections: CLIENTS,
    expected: { first: ['"snapshotId":"'], again: [] },
  };
  const secret = await readPublicationSecret(ground.gatewayUrl);
  const publish = async (day: string, size: CompanySize): Promise<number> => {
    await ground.level();
    const events = await loadAdoption(client, { organization, product }, lastDay, size);
    if (!(await makeSnapshot(orm.em.fork(), { day, at: new Date(), readTruths: readToolTruths, secret })))
      throw new Error(`${day} was published before`);
    await wait(NEWER_SEEN_MS);
    return events;
  };
  /** Compacts what the worker has, as its job does. */
  const compact = async (): Promise<void> => {
    while (await compactPeriods(orm.em.fork(), new Date().toISOString().slice(0, 10)));
    await client.query('vacuum analyze adoption_period, adoption_period_activity');
  };
  /** Lets the view take the periods for incomplete, as when events of them came late, or for what they are. */
  const setComplete = (complete: boolean) =>
    client.query('update adoption_period set events = abs(events) * $1::int', [complete ? 1 : -1]);
  const readPublic = async (): Promise<number[]> => {
    const p99: number[] = [];
    for (let round = 0; round < times; round += 1) {
      const { wrong, firstWrong, p99Ms } = await ground.generator.run(
        readers,
        ground.gatewayAlone.pid,
        ground.postmaster,
      );
      if (wrong > 0) throw new WrongAnswers(`${wrong} wrong answers; the first was ${firstWrong}`);
      p99.push(p99Ms);
    }
    return p99;
  };
  try {
    await publish(addDays(lastDay, -1), SMALL);
    const few = await readPublic();
    const events = await publish(lastDay, name === 'smoke' ? SMALL : LARGE);
    const many = await readPublic();
    const cookie = await openSession(url, users.owner);
    const answerTo = async (document: string, expected: string, variables: object = {}): Promise<number> => {
      const started = performance.now();
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: url, Cookie: cookie },
        body: JSON.stringify({ query: document, variables: { organizationId, ...window, ...variables } }),
      });
      const text = await answer.text();
      if (!text.includes(expected)) throw new WrongAnswers(`the company was answered ${text.slice(0, 500)}`);
      return performance.now() - started;
    };
    const view = (): Promise<number> => answerTo(VIEW, `"totals":{"events":${events},`);
    const bare = async (): Promise<number> => {
      const started = performance.now();
      await client.query(BARE, [organization, product, window.from, window.to]);
      return performance.now() - started;
    };
    await view();
    await bare();
    await compact();
    await view();
    const rounds: { readonly bare: number; readonly ofDays: number; readonly view: number }[] = [];
    for (let round = 0; round < times; round += 1) {
      await setComplete(false);
      const ofDays = await view();
      await setComplete(true);
      rounds.push({ bare: await bare(), ofDays, view: await view() });
    }
    const reads: RatioRow[] = [];
    for (const { name: read, document, variables, answers } of READS) {
      const seconds: number[] = [];
      for (let round = 0; round <= times; round += 1)
        seconds.push((await answerTo(document, answers, variables)) / 1000);
      reads.push(
        judged({
          name: `company adoption, ${read}`,
          target: 1,
          wants: 'at most',
          unit: 's',
          ratio: spreadOf(seconds.slice(1)),
        }),
      );
    }
    await ground.level();
    const snapshots = await measureSnapshots(client, { name, rounds: times, ...load }, lastDay, (day) =>
      makeSnapshot(orm.em.fork(), { day, at: new Date(), readTruths: readToolTruths, secret }),
    );
    const million = `${events.toLocaleString('en-US')} events`;
    return [
      judged({
        name: `company adoption, ${WINDOW_DAYS} days, ${million} ÷ the bare sum of their rollups`,
        target: 8,
        wants: 'at most',
        ratio: spreadOf(rounds.map(({ view: whole, bare: sum }) => whole / sum)),
      }),
      judged({
        name: `company adoption, ${million}`,
        target: 1,
        wants: 'at most',
        unit: 's',
        ratio: spreadOf(rounds.map(({ view: whole }) => whole / 1000)),
      }),
      judged({
        name: 'the same ÷ the view of the same days before they are compacted',
        target: 0.65,
        wants: 'at most',
        ratio: spreadOf(rounds.map(({ view: whole, ofDays }) => whole / ofDays)),
      }),
      ...reads,
      judged({
        name: `public adoption: p99 with ${million} ÷ with 10 thousand`,
        target: 1.3,
        wants: 'at most',
        ratio: spreadOf(many.map((p99, round) => p99 / (few[round] ?? Number.NaN))),
      }),
      ...snapshots,
    ];
  } finally {
    await orm.close();
    await client.end();
  }
}

/** The demo's product, linked to a tool as an approved partner draft does, so that it has a public row; a bare UUID. */
async function linkedProduct(client: pg.Client, organization: string, productId: string): Promise<string> {
  await client.query(
    "update organization set domain_verified_at = now(), domain = coalesce(domain, 'demo-company.example') where id = $1",
    [organization],
  );
  const { rows } = await client.query<{ id: string }>(
    'select id from product where organization_id = $1 and product_id = $2',
    [organization, productId],
  );
  const product = rows[0]?.id ?? '';
  await client.query(
    `insert into product_tool (organization_id, product_uuid, tool_id, linked_at, linked_by, domain)
     select o.id, $2, (select id from tool order by slug limit 1), now(), gen_random_uuid(), o.domain from organization o where o.id = $1
     on conflict do nothing`,
    [organization, product],
  );
  return product;
}
