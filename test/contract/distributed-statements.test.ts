import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noticeEndingKeys, resetDueFactors } from '../../server/accounts/index.js';
import {
  foldEvents,
  periodJob,
  readPublicationSecret,
  readToolTruths,
  snapshotJob,
} from '../../server/adoption/index.js';
import { intakeJobs } from '../../server/intake/index.js';
import { expireDueClaims } from '../../server/offers/index.js';
import { deleteExpiredReplies } from '../../server/platform/idempotency/idempotency.job.js';
import { recheckSkills } from '../../server/skills/index.js';
import { deleteOldImports, deleteOldVerdicts } from '../../server/tracking/index.js';
import { announceNewAccounts } from '../../server/webhooks/index.js';
import { ask, askGraphql } from '../setup/ask.js';
import { callsOf } from '../setup/calls.catalog.js';
import { pathCallsOf } from '../setup/calls.paths.js';
import { type CallerName, callerNames, makeCast } from '../setup/cast.js';
import { freshDatabase } from '../setup/database.js';
import { workOf } from '../setup/jobs.js';
import { startSourcedApp } from '../setup/skill-source.js';
import { faultsOf, readTreeCatalog, type TreeCatalog } from '../setup/statement.faults.js';
import { treeOf } from '../setup/statement.tree.js';
import { openStatementCount } from '../setup/statements.js';
import { byOperation, byPath } from './access.table.js';
import { bareStatements } from './bare-statements.js';
import { CROSS_ORGANIZATION, OF_ALL_ORGANIZATIONS } from './distributed.list.js';

const statements = await bareStatements();

let client: pg.Client;
let catalog: TreeCatalog;
let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await freshDatabase('template_demo'));
  client = new pg.Client({ connectionString: url });
  await client.connect();
  catalog = await readTreeCatalog(client);
});
afterAll(async () => {
  await client.end();
  await drop();
});

/** A function, which is how a statement is read, has at most a hundred values; a longer list has the form of a short one. */
const shortened = (text: string): string => {
  const numbers = new Map<string, number>();
  const short = text.replaceAll(/(\$\d+)(?:, \$\d+){20,}/g, '$1');
  return short.replaceAll(/\$\d+/g, (value) => {
    numbers.set(value, numbers.get(value) ?? numbers.size + 1);
    return `$${numbers.get(value)}`;
  });
};
const faultsIn = async (text: string): Promise<string[]> => faultsOf(await treeOf(client, shortened(text)), catalog);
const numbered = (text: string): string => {
  let count = 0;
  return text.replaceAll('?', () => `$${++count}`);
};

describe('a statement by itself', () => {
  it.each(statements)('asks every shard only where the list says so, and is refused by none: $name', async (one) => {
    const allowed = CROSS_ORGANIZATION[one.name]?.tables ?? [];
    const expected = allowed.map((table) => `asks ${table} without the organization`);
    expect(await faultsIn(numbered(one.statement.text))).toEqual(expected);
  });

  it('is in the list of exceptions only if there is such a statement', () => {
    const names = statements.map(({ name }) => name);
    expect(Object.keys(CROSS_ORGANIZATION).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('what the application sends', () => {
  /** Everything that operations, paths and jobs send, each text with what sent it first. */
  async function sentStatements(): Promise<Map<string, string>> {
    const counted = await openStatementCount(url);
    const app = await startSourcedApp(counted.url);
    const cast = await makeCast(app);
    const sent = new Map<string, string>();
    const note = (by: string): void => {
      for (const text of counted.take()) if (!sent.has(text)) sent.set(text, by);
    };
    const callerOf = (verdicts: Record<string, string>): CallerName | undefined =>
      callerNames.find((name) => verdicts[name] === 'ok');
    const calls = callsOf(app, cast);
    note('setup');
    for (const [name, verdicts] of byOperation) {
      const caller = callerOf(verdicts);
      const call = calls[name];
      if (caller && call)
        await askGraphql(app, call.document, await call.variables(), cast.callers[caller]).then(() => note(name));
    }
    const pathCall = pathCallsOf(app, callsOf(app, cast, app.credentials.users.builder.email));
    for (const [name, verdicts] of byPath) {
      const caller = callerOf(verdicts);
      if (!caller) continue;
      const { url: address, ...request } = await pathCall(name);
      await ask(app.url + address, { ...request, ...cast.callers[caller] }).then(() => note(name));
    }
    const { platform } = app.app;
    await foldEvents(platform.em(), announceNewAccounts(platform.log));
    note('fold');
    const jobs = [
      snapshotJob(readToolTruths, () => readPublicationSecret(app.databaseUrl)),
      periodJob,
      noticeEndingKeys,
      resetDueFactors,
      expireDueClaims,
      recheckSkills,
      deleteExpiredReplies,
      deleteOldVerdicts,
      deleteOldImports,
      ...intakeJobs.filter(({ cron }) => cron !== undefined),
    ];
    for (const job of jobs) await job.run(workOf(app), {}).then(() => note(job.name));
    await app.close();
    await counted.close();
    return sent;
  }

  it('has no fault beyond those of the list', async () => {
    const sent = await sentStatements();
    const listed = new Set(
      statements.filter(({ name }) => name in CROSS_ORGANIZATION).map(({ statement }) => numbered(statement.text)),
    );
    const read = [...sent].filter(([text]) => /^\s*(?:select|insert|update|delete|with)\b/i.test(text));
    expect(read.length).toBeGreaterThan(500);
    const allowed = Object.entries(OF_ALL_ORGANIZATIONS).flatMap(([job, { tables }]) =>
      tables.map((table) => `${job}: asks ${table} without the organization`),
    );
    const found = new Map<string, string>();
    for (const [text, by] of read)
      for (const fault of listed.has(text) ? [] : await faultsIn(text)) found.set(`${by}: ${fault}`, text);
    const wrong = [...found].filter(([fault]) => !allowed.includes(fault));
    expect(allowed.filter((fault) => !found.has(fault))).toEqual([]);
    expect(wrong).toEqual([]);
  });
});

describe('a fault', () => {
  const EVENT = 'tracking_event e where e.organization_id = $1::uuid';
  it.each([
    ['select id from tracking_event where id = $1', ['asks tracking_event without the organization']],
    [`select 1 from ${EVENT}`, []],
    [`select 1 from tracking_event e where e.organization_id = any($1::uuid[])`, []],
    [`select 1 from tracking_event e where e.organization_id in ($1, $2)`, []],
    [
      `select 1 from tracking_event e where e.organization_id = $1 or e.id = $2`,
      ['asks tracking_event without the organization'],
    ],
    [
      `with scope as (select $1::uuid as organization_id) select 1 from tracking_event join scope using (organization_id)`,
      ['asks tracking_event without the organization'],
    ],
    [
      `select 1 from ${EVENT} and exists (select 1 from campaign c where c.organization_id = e.organization_id and c.campaign_id = e.campaign_id)`,
      ['asks campaign without the organization'],
    ],
    [
      `select 1 from adoption_count c join adoption_received r on r.product_uuid = c.product_uuid where c.organization_id = $1`,
      [
        'asks adoption_received without the organization',
        'joins adoption_count and adoption_received without the organization',
      ],
    ],
    [
      `select 1 from organization o left join lateral (select 1 from ${EVENT} limit 1) found on true`,
      ['joins tracking_event by an outer lateral join'],
    ],
    [`select 1 from organization o cross join lateral (select 1 from ${EVENT} limit 1) found`, []],
    [`select 1 from ${EVENT} and exists (select 1 from pg_locks)`, ['reads pg_catalog.pg_locks beside tracking_event']],
    ['select 1 from offer where id = $1 for share', ['shares a lock of offer']],
    ['select 1 from offer where id = $1 for key share', ['shares a lock of offer']],
    ['select 1 from offer where id = $1 for no key update', []],
    ['select 1 from member where user_id = $1 for share', []],
    [
      'delete from tool_measure m where exists (select 1 from measure_reading r where r.subject = m.subject)',
      ['writes tool_measure from measure_reading'],
    ],
    [
      'delete from measure_reading r where exists (select 1 from tool_measure m where r.subject = m.subject)',
      ['writes measure_reading by a sub-query of tool_measure'],
    ],
    ['delete from measure_reading where subject in (select subject from tool_measure)', []],
    [
      'update credential set revoked_at = now() where product_uuid = (select id from product where product_id = $1)',
      ['writes credential by a sub-query of product'],
    ],
    [
      'delete from credential where not exists (select from product where id = product_uuid)',
      ['writes credential by a sub-query of product'],
    ],
    [
      'delete from credential where product_uuid not in (select id from product)',
      ['writes credential by a sub-query of product'],
    ],
    ['delete from credential where product_uuid in (select id from product where product_id = $1)', []],
    ['update credential c set revoked_at = now() from product p where p.id = c.product_uuid', []],
    ['update campaign set first_event_at = now() where campaign_id = $1', ['asks campaign without the organization']],
    ['delete from campaign where organization_id = $1', []],
    [
      `insert into campaign (organization_id, campaign_id, first_event_at) values ($1, $2, now())
       on conflict (organization_id, campaign_id) do update set first_event_at = excluded.first_event_at`,
      [],
    ],
  ])('is found in %s', async (text, faults) => {
    expect(await faultsIn(text)).toEqual(faults);
  });

  const OF_ONE = 'where organization_id = $1';
  const CONFLICT = `insert into campaign (organization_id, campaign_id, first_event_at) values ($1, $2, now())
    on conflict (organization_id, campaign_id) do update set first_event_at`;
  it.each([
    [
      `update tracking_event set payload = jsonb_build_object('product', payload -> 'product') ${OF_ONE}`,
      ['writes tracking_event with jsonb_build_object over a column'],
    ],
    [`update tracking_event set payload = jsonb_set('{}', '{product}', payload -> 'product') ${OF_ONE}`, []],
    [`update tracking_event set payload = jsonb_build_object('product', $2::text) ${OF_ONE}`, []],
    [`update campaign set first_event_at = now() - interval '1 day' ${OF_ONE}`, []],
    [
      `update campaign set first_event_at = first_event_at - interval '1 day' ${OF_ONE}`,
      ['writes campaign with timestamptz_mi_interval over a column'],
    ],
    [
      `update tracking_event set developer_id = recorded_at::text ${OF_ONE}`,
      ['writes tracking_event with timestamptz_out over a column'],
    ],
    [
      `update campaign set first_event_at = coalesce(first_event_at, now()) ${OF_ONE}`,
      ['writes campaign by a choice with now'],
    ],
    [
      `update campaign set first_event_at = case when campaign_id = $2 then current_timestamp else first_event_at end ${OF_ONE}`,
      ['writes campaign by a choice with the time or the session'],
    ],
    [
      `update tracking_event set developer_id = gen_random_uuid()::text ${OF_ONE}`,
      ['writes tracking_event with gen_random_uuid, which is volatile'],
    ],
    ['update offer set version = version + 1 where id = $1', []],
    ['update offer set version = floor(random()) where id = $1', ['writes offer with random, which is volatile']],
    [`delete from campaign ${OF_ONE} and first_event_at < now() - interval '1 day'`, []],
    [
      `delete from campaign ${OF_ONE} and first_event_at + interval '1 day' < now()`,
      ['writes campaign with timestamptz_pl_interval over a column'],
    ],
    [`delete from campaign ${OF_ONE} returning first_event_at`, []],
    [`delete from campaign ${OF_ONE} returning now()`, ['answers of campaign with now']],
    [`${CONFLICT} = excluded.first_event_at`, []],
    [`${CONFLICT} = now()`, ['updates campaign on conflict with now']],
    [
      `${CONFLICT} = excluded.first_event_at where campaign.first_event_at < now()`,
      ['updates campaign on conflict with now'],
    ],
  ])('is a function that may change, in %s', async (text, faults) => {
    expect(await faultsIn(text)).toEqual(faults);
  });

  it.each([
    [
      'the claim of a window',
      `with mark as (select recorded_at as since from fold_watermark where name = 'adoption' for update)
       select least(now(), (select min(xact_start) from pg_stat_activity)), coalesce((select min(recorded_at) from tracking_event), now()) from mark`,
      ['asks tracking_event without the organization', 'reads pg_catalog.pg_stat_activity beside tracking_event'],
    ],
    [
      'the numbers of a fold',
      `select s.name, n.number from (select distinct organization_id, developer_id as name from tracking_event e where e.recorded_at > $1) s
       left join lateral (select number from adoption_subject n where n.organization_id = s.organization_id and n.name = s.name limit 1) n on true`,
      [
        'asks adoption_subject without the organization',
        'asks tracking_event without the organization',
        'cuts adoption_subject inside a lateral join',
        'joins adoption_subject by an outer lateral join',
      ],
    ],
    [
      'a list of a company’s accounts',
      `with scope as (select $1::uuid as organization_id)
       select a.account_domain from scope s join adoption_account a on a.organization_id = s.organization_id
         left join customer_account c on c.organization_id = a.organization_id and c.domain = a.account_domain`,
      ['asks adoption_account without the organization', 'asks customer_account without the organization'],
    ],
    [
      'the evidence of a project',
      `select p.id, found.id from product p left join lateral (
         select e.id from tracking_event e where e.organization_id = p.organization_id and e.product_uuid = p.id order by e.occurred_at limit 1) found on true`,
      [
        'asks tracking_event without the organization',
        'cuts tracking_event inside a lateral join',
        'joins tracking_event by an outer lateral join',
      ],
    ],
    [
      'a look-up that an offset keeps a loop',
      `with named as materialized (select $1::uuid as organization_id, $2::text as name)
       select s.name, n.number from named s cross join lateral (
         select number from adoption_subject n where n.organization_id = s.organization_id and n.kind = 'account' and n.name = s.name offset 0) n`,
      ['asks adoption_subject without the organization', 'cuts adoption_subject inside a lateral join'],
    ],
    [
      'the greatest number of each organization',
      `with named as materialized (select $1::uuid as organization_id)
       select n.top from named s cross join lateral (select max(n.number) as top from adoption_subject n where n.organization_id = s.organization_id) n`,
      ['asks adoption_subject without the organization', 'sums up adoption_subject inside a lateral join'],
    ],
    ['the claim of an offer', 'select id from offer where id = $1 for share', ['shares a lock of offer']],
  ])('is found in %s as it was once written', async (_name, text, faults) => {
    expect(await faultsIn(text)).toEqual(faults);
  });

  it('is a function over a distributed table', async () => {
    await client.query(
      `create function count_events() returns bigint language sql as 'select count(*) from tracking_event'`,
    );
    const found = faultsOf(await treeOf(client, 'select count_events()'), await readTreeCatalog(client));
    expect(found).toEqual(['calls count_events, which hides tracking_event']);
  });
});
