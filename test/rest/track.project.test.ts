import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProjectLinks } from '../../server/adoption/index.js';
import { fingerprintOf } from '../../server/tracking/check/fingerprint.rules.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import {
  linkTool,
  makeLinkedCompany,
  makeProject,
  makeTool,
  moveDomain,
  setDomainVerified,
  setProjectStatus,
} from '../setup/evidence.js';
import type { Company } from '../setup/people.js';

let app: TestApp;
let company: Company & { toolId: string };
let projectId: string;
beforeAll(async () => {
  app = await startApp();
  company = await makeLinkedCompany(app);
  projectId = await makeProject(app, [await makeTool(app), company.toolId]);
});
afterAll(() => app.close());

type Json = Record<string, unknown>;
const eventOf = (given: Json, of: Company = company): Json => ({
  event_name: 'FIRST_API_CALL',
  developer_id: 'dev_1',
  product: { id: of.productId, name: 'An API', type: 'api' },
  idempotencyKey: randomUUID(),
  ...given,
});
const call = (path: string, body: unknown, of: Company = company) =>
  ask<Json>(`${app.url}/api/usage/${path}`, { token: of.trackingKey, body });
const track = (event: Json, of?: Company) => call('track', event, of);

const stored = async (event: Json) => {
  const rows = await query<{ id: string; project: string | null; payload: Json; fingerprint: Buffer }>(
    app.databaseUrl,
    'select id, project_id as project, payload, fingerprint from tracking_event where idempotency_key = $1',
    [event.idempotencyKey],
  );
  expect(rows).toHaveLength(1);
  return rows[0];
};
const linkOf = async (event: Json) => (await stored(event))?.project ?? null;

const UNKNOWN = [expect.objectContaining({ pointer: '/projectId', code: 'project_unknown' })];

describe('an event of a published project that lists a tool of the product', () => {
  it('is linked, without a warning, and what is stored and compared is what was sent', async () => {
    const event = eventOf({ projectId });
    const reply = await track(event);
    expect(reply.body).toMatchObject({ tracked: true, duplicate: false, warnings: [] });
    const row = await stored(event);
    expect(`prj_${row?.project}`).toBe(projectId);
    expect(row?.payload).toEqual(event);
    expect(row?.fingerprint).toEqual(fingerprintOf(event));
  });

  it('keeps its other warnings', async () => {
    const reply = await track(eventOf({ projectId, product: { id: company.productId, name: 'Renamed', type: 'api' } }));
    expect(reply.body.warnings).toMatchObject([{ code: 'product_name_differs' }]);
  });

  it('is said to be linked by a dry run, which stores nothing', async () => {
    const event = eventOf({ projectId });
    const reply = await call('track/dry-run', event);
    expect(reply.body).toMatchObject({ wouldBe: 'tracked', warnings: [] });
    expect(reply.body.mapping).toMatchObject({ project: { id: projectId, status: 'linked' } });
    const refused = await call('track/dry-run', { ...event, developer_id: 'null' });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ warnings: [], mapping: { project: { id: projectId, status: 'linked' } } });
    expect(
      await query(app.databaseUrl, 'select from tracking_event where idempotency_key = $1', [event.idempotencyKey]),
    ).toEqual([]);
  });

  it('is linked from GraphQL too', async () => {
    const event = eventOf({ projectId });
    const reply = await askGraphql<{ trackEvent: Json }>(
      app,
      'mutation ($event: TrackingEventInput!) { trackEvent(event: $event) { tracked warnings { code } } }',
      { event },
      { token: company.trackingKey },
    );
    expect(reply.data?.trackEvent).toEqual({ tracked: true, warnings: [] });
    expect(await linkOf(event)).toBe(projectId.slice(4));
  });

  it('is linked by each of its items in a batch, and by no other', async () => {
    const events = [
      eventOf({ projectId }),
      eventOf({ projectId: `prj_${randomUUID()}` }),
      eventOf({}),
      eventOf({ projectId: 'no id at all' }),
      eventOf({ projectId }),
    ];
    const reply = await call('track/batch', { events });
    expect(reply).toMatchObject({ status: 200, body: { summary: { tracked: 5 } } });
    expect(await Promise.all(events.map(linkOf))).toEqual([projectId.slice(4), null, null, null, projectId.slice(4)]);
  });

  it('stays the first of its key in a batch, although more had to be asked of it', async () => {
    const first = eventOf({ projectId });
    const { projectId: _project, ...second } = first;
    const reply = await call('track/batch', { events: [first, second] });
    expect(reply.body.results).toMatchObject([{ status: 'tracked' }, { status: 'conflict' }]);
    expect(await linkOf(first)).toBe(projectId.slice(4));
  });

  it('is stored once when it comes twenty times at once', async () => {
    const event = eventOf({ projectId });
    const replies = await Promise.all(Array.from({ length: 20 }, () => track(event)));
    expect(replies.filter(({ body }) => body.duplicate === false)).toHaveLength(1);
    expect(new Set(replies.map(({ body }) => body.eventId)).size).toBe(1);
    expect(replies.flatMap(({ body }) => body.warnings)).toEqual([]);
    expect(await linkOf(event)).toBe(projectId.slice(4));
  });
});

describe('an event of any other project', () => {
  const others: Record<string, () => Promise<{ id: string; of?: Company }>> = {
    'that there is not': async () => ({ id: `prj_${randomUUID()}` }),
    'that is no id': async () => ({ id: 'anything' }),
    'that is written otherwise': async () => ({ id: projectId.toUpperCase() }),
    'that is another kind of id': async () => ({ id: company.toolId }),
    'that is a user’s draft': async () => ({ id: await makeProject(app, [company.toolId], 'DRAFT') }),
    'that is approved and not published': async () => ({ id: await makeProject(app, [company.toolId], 'APPROVED') }),
    'that is archived': async () => ({ id: await makeProject(app, [company.toolId], 'ARCHIVED') }),
    'that lists other tools alone': async () => ({ id: await makeProject(app, [await makeTool(app)]) }),
    'that lists no tool': async () => ({ id: await makeProject(app, []) }),
    'of a company whose domain is not verified': async () => {
      const of = await makeLinkedCompany(app);
      await setDomainVerified(app, of.organizationId, false);
      return { id: await makeProject(app, [of.toolId]), of };
    },
    'of a company whose link was withdrawn': async () => {
      const of = await makeLinkedCompany(app);
      await query(app.databaseUrl, 'update product_tool set unlinked_at = now() where tool_id = $1', [
        of.toolId.slice(4),
      ]);
      return { id: await makeProject(app, [of.toolId]), of };
    },
    'of a company with another domain than was approved': async () => {
      const of = await makeLinkedCompany(app);
      await moveDomain(app, of, 'elsewhere.example');
      return { id: await makeProject(app, [of.toolId]), of };
    },
    'that lists the tool of another company': async () => {
      const of = await makeLinkedCompany(app);
      return { id: projectId, of };
    },
  };

  it.each(Object.keys(others))('%s is stored without a link, and nothing tells which of these it was', async (what) => {
    const { id, of = company } = (await others[what]?.()) ?? { id: '' };
    const event = eventOf({ projectId: id }, of);
    const plain = eventOf({ projectId: `prj_${randomUUID()}` }, of);
    const [reply, same] = [await track(event, of), await track(plain, of)];
    expect(reply.body).toMatchObject({ tracked: true, warnings: UNKNOWN });
    const bare = ({ body }: typeof reply) => ({ ...body, eventId: null, receivedAt: null });
    expect(bare(reply)).toEqual(bare(same));
    expect(await linkOf(event)).toBeNull();
    const dry = await call('track/dry-run', eventOf({ projectId: id }, of), of);
    expect(dry.body).toMatchObject({ warnings: UNKNOWN, mapping: { project: { id, status: 'unknown' } } });
  });

  it('of an ignored product is not stored, and is said not to count', async () => {
    const of = await makeLinkedCompany(app);
    const id = await makeProject(app, [of.toolId]);
    await query(app.databaseUrl, `update product set status = 'ignored' where product_id = $1`, [of.productId]);
    expect((await track(eventOf({ projectId: id }, of), of)).body).toMatchObject({
      tracked: false,
      ignored: true,
      warnings: UNKNOWN,
    });
    const dry = await call('track/dry-run', eventOf({ projectId: id }, of), of);
    expect(dry.body.mapping).toMatchObject({ project: { status: 'unknown' } });
  });
});

describe('what changes between two events', () => {
  it('counts with the next event: published, archived, unlinked, linked again', async () => {
    const of = await makeLinkedCompany(app);
    const id = await makeProject(app, [of.toolId], 'DRAFT');
    const isLinked = async () => {
      const event = eventOf({ projectId: id }, of);
      await track(event, of);
      return (await linkOf(event)) !== null;
    };
    const link = (at: string) =>
      query(app.databaseUrl, `update product_tool set unlinked_at = ${at} where tool_id = $1`, [of.toolId.slice(4)]);
    expect(await isLinked()).toBe(false);
    await setProjectStatus(app, id, 'PUBLISHED');
    expect(await isLinked()).toBe(true);
    await link('now()');
    expect(await isLinked()).toBe(false);
    await link('null');
    expect(await isLinked()).toBe(true);
    await setProjectStatus(app, id, 'ARCHIVED');
    expect(await isLinked()).toBe(false);
  });

  it('leaves the first event as it was: a retry is a duplicate and changes no link', async () => {
    const of = await makeLinkedCompany(app);
    const id = await makeProject(app, [of.toolId]);
    const linked = eventOf({ projectId: id }, of);
    const first = await track(linked, of);
    await setProjectStatus(app, id, 'ARCHIVED');
    const unlinked = eventOf({ projectId: id }, of);
    await track(unlinked, of);
    const before = await stored(linked);
    const repeat = await track(linked, of);
    expect(repeat.body).toMatchObject({
      duplicate: true,
      eventId: first.body.eventId,
      receivedAt: first.body.receivedAt,
    });
    expect(await stored(linked)).toEqual(before);
    await setProjectStatus(app, id, 'PUBLISHED');
    expect((await track(unlinked, of)).body).toMatchObject({ duplicate: true });
    expect([await linkOf(linked), await linkOf(unlinked)]).toEqual([id.slice(4), null]);
  });

  it('is a second tool of the product: one that the project lists is enough', async () => {
    const of = await makeLinkedCompany(app);
    const second = await makeTool(app);
    const id = await makeProject(app, [second]);
    await linkTool(app, of, second);
    const event = eventOf({ projectId: id }, of);
    await track(event, of);
    expect(await linkOf(event)).toBe(id.slice(4));
  });
});

describe('an event that names no project, or what is no id', () => {
  it('asks nothing of the links', async () => {
    const blocker = new pg.Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    try {
      await blocker.query('begin');
      await blocker.query('lock table product_tool, project in access exclusive mode');
      for (const event of [eventOf({}), eventOf({ projectId: 'prj_1' })])
        expect((await track(event)).body).toMatchObject({ tracked: true });
      let answered = false;
      const asking = track(eventOf({ projectId })).then((reply) => {
        answered = true;
        return reply;
      });
      await expect
        .poll(() =>
          query(
            app.databaseUrl,
            `select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'product_tool'`,
          ),
        )
        .toHaveLength(1);
      expect(answered).toBe(false);
      await blocker.query('rollback');
      expect((await asking).body).toMatchObject({ tracked: true, warnings: [] });
    } finally {
      await blocker.end();
    }
  });
});

describe('many questions of one organization', () => {
  const SHARE = 10_000;
  const STATEMENT = 500;

  it('are refused beyond its share, and another organization’s question is in the next statement', async () => {
    const other = await makeLinkedCompany(app);
    const links = openProjectLinks(app.app.platform.em);
    const productOf = (of: Company) => ({ organizationId: of.organizationId.slice(4), productUuid: randomUUID() });
    const busy = productOf(company);
    let answered = 0;
    const waiting = Array.from({ length: SHARE }, () =>
      links(busy, randomUUID()).then((counts) => {
        answered += 1;
        return counts;
      }),
    );
    await expect(links(busy, randomUUID())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const before = await links(productOf(other), randomUUID()).then(() => answered);
    expect(before).toBeLessThanOrEqual(STATEMENT);
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([false]));
  });
});
