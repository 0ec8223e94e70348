import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { type Company, giveRole, makeCompany, makePerson } from '../setup/people.js';

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app, 'switching');
});
afterAll(() => app.close());

let sent = 0;
const eventOf = (given: Record<string, unknown>) => ({
  event_name: 'NOISY_PING',
  event_family: 'evaluation',
  developer_id: 'someone',
  product: { id: company.productId, name: 'An API', type: 'api' },
  idempotencyKey: `switch-${++sent}`,
  ...given,
});
const send = (given: Record<string, unknown> = {}) =>
  ask<Record<string, unknown>>(`${app.url}/api/usage/track`, { token: company.trackingKey, body: eventOf(given) });

const NAMES = '{ eventName reason ignoredBy events30d }';
const set = (given: Record<string, unknown>, cookie = company.owner.cookie) =>
  askGraphql<{ setEventIgnored: { eventName: string }[] }>(
    app,
    `mutation ($input: SetEventIgnoredInput!) { setEventIgnored(input: $input) ${NAMES} }`,
    {
      input: {
        organizationId: company.organizationId,
        productId: company.productId,
        eventName: 'NOISY_PING',
        ignored: true,
        reason: 'it says nothing',
        ...given,
      },
    },
    { cookie },
  );
const list = async () =>
  (
    await askGraphql<{ ignoredEvents: { eventName: string; events30d: number }[] }>(
      app,
      `query ($o: ID!, $p: String!) { ignoredEvents(organizationId: $o, productId: $p) ${NAMES} }`,
      { o: company.organizationId, p: company.productId },
      { cookie: company.owner.cookie },
    )
  ).data?.ignoredEvents;
const stored = async (): Promise<number> =>
  Number(
    (
      await query<{ n: string }>(
        app.databaseUrl,
        `select count(*) as n from tracking_event where organization_id = $1`,
        [company.organizationId.slice(4)],
      )
    )[0]?.n,
  );

describe('an event name that is switched off', () => {
  const earlier = { idempotencyKey: 'before-the-switch' };
  beforeAll(async () => {
    expect((await send(earlier)).body).toMatchObject({ tracked: true });
    expect((await set({})).data?.setEventIgnored).toMatchObject([
      { eventName: 'NOISY_PING', reason: 'it says nothing' },
    ]);
  });

  it('answers tracked: false with the reason, stores nothing and reserves no key', async () => {
    const before = await stored();
    const reply = await send({ idempotencyKey: 'while-off' });
    expect([reply.status, reply.body]).toEqual([
      200,
      expect.objectContaining({
        tracked: false,
        duplicate: false,
        ignored: true,
        eventId: null,
        reason: 'event_ignored',
      }),
    ]);
    expect(await stored()).toBe(before);
  });

  it('leaves every other name of the product as it is, in one batch too', async () => {
    const reply = await ask<{ summary: object }>(`${app.url}/api/usage/track/batch`, {
      token: company.trackingKey,
      body: { events: [eventOf({}), eventOf({ event_name: 'FIRST_API_CALL', event_family: 'activation' })] },
    });
    expect(reply.body.summary).toMatchObject({ tracked: 1, ignored: 1 });
  });

  it('lets a stored key win: its retry is a duplicate', async () => {
    const reply = await send(earlier);
    expect(reply.body).toMatchObject({ tracked: true, duplicate: true });
  });

  it('is what a dry-run says', async () => {
    const reply = await ask<{ wouldBe: string; mapping: { product: { status: string } } }>(
      `${app.url}/api/usage/track/dry-run`,
      { token: company.trackingKey, body: eventOf({}) },
    );
    expect([reply.status, reply.body.wouldBe, reply.body.mapping.product.status]).toEqual([
      202,
      'ignored',
      'registered',
    ]);
  });

  it('is counted one by one, and audited with the reason', async () => {
    await expect.poll(async () => (await list())?.[0]?.events30d).toBe(2);
    const [entry] = await query(
      app.databaseUrl,
      `select e.action, v.changes, v.reason from audit_entry e join audit_value v on v.organization_id = e.organization_id and v.entry_id = e.id
       where e.organization_id = $1 and e.action like 'event.%' order by e.sequence desc limit 1`,
      [company.organizationId.slice(4)],
    );
    expect(entry).toEqual({
      action: 'event.ignore',
      changes: { ignoredEvent: [null, 'NOISY_PING'] },
      reason: 'it says nothing',
    });
  });

  it('is stored again once it is switched on, also what was ignored meanwhile', async () => {
    expect((await set({ ignored: false })).data?.setEventIgnored).toEqual([]);
    expect((await send({ idempotencyKey: 'while-off' })).body).toMatchObject({ tracked: true, duplicate: false });
  });

  it('changes nothing when it is switched off twice', async () => {
    await set({});
    await set({ reason: 'another' });
    expect((await list())?.map(({ eventName }) => eventName)).toEqual(['NOISY_PING']);
    await set({ ignored: false });
  });
});

describe('switching an event name', () => {
  it('is for admins and owners, of an organization of theirs', async () => {
    const member = await makePerson(app);
    await giveRole(app, company.organizationId, member, 'member');
    expect((await set({}, member.cookie)).errors[0]?.extensions.code).toBe('NOT_A_MEMBER');
    const stranger = await makePerson(app);
    expect((await set({}, stranger.cookie)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect(await list()).toEqual([]);
  });

  it('is bounded to a hundred names of a product, also when they are switched off at once', async () => {
    await query(
      app.databaseUrl,
      `insert into ignored_event select organization_id, id, 'SEED_' || n, 'seeded', gen_random_uuid(), now()
       from product, generate_series(1, 99) n where organization_id = $1`,
      [company.organizationId.slice(4)],
    );
    const replies = await Promise.all(['A', 'B', 'C'].map((eventName) => set({ eventName })));
    const codes = replies.map(({ errors }) => errors[0]?.extensions.code);
    expect(codes.toSorted()).toEqual(['ENTRY_LIMIT', 'ENTRY_LIMIT', undefined]);
    expect(await list()).toHaveLength(100);
    await query(app.databaseUrl, 'delete from ignored_event');
  });

  it('refuses what is no name, an unknown product and a blank reason', async () => {
    const refusal = async (given: Record<string, unknown>) => {
      const { errors } = await set(given);
      return [errors[0]?.extensions.code, errors[0]?.extensions.errors?.[0]?.pointer];
    };
    expect(await refusal({ eventName: 'no name' })).toEqual(['VALIDATION_FAILED', '/eventName']);
    expect(await refusal({ reason: ' ' })).toEqual(['VALIDATION_FAILED', '/reason']);
    expect((await refusal({ productId: 'no-such' }))[0]).toBe('NOT_FOUND');
  });
});
