import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import type { Caller } from '../setup/cast.js';
import { query } from '../setup/database.js';
import { type Company, makeCompany } from '../setup/people.js';

let app: TestApp;
let company: Company;
beforeAll(async () => {
  app = await startApp();
  company = await makeCompany(app);
});
afterAll(() => app.close());

interface Reply {
  accepted: boolean;
  wouldBe: string | null;
  mapping: { event: { name: string | null }; developer: { id: string | null } };
  errors: { pointer: string; code: string }[];
  warnings: { code: string }[];
  suggestedPayload: Record<string, unknown> | null;
  missing: string[];
}

const dryRun = (payload: unknown, caller: Caller = { cookie: company.owner.cookie }, productId = company.productId) =>
  askGraphql<{ dryRunPayload: Reply }>(
    app,
    `mutation ($input: DryRunPayloadInput!) { dryRunPayload(input: $input) {
      accepted wouldBe stripped mapping { event { name } developer { id } } errors { pointer code } warnings { code }
      suggestedPayload missing } }`,
    { input: { organizationId: company.organizationId, productId, payload } },
    caller,
  );
const reply = async (payload: unknown) => (await dryRun(payload)).data?.dryRunPayload;

const eventOf = (given: object = {}) => ({
  event_name: 'FIRST_API_CALL',
  developer_id: 'dev_1',
  product: { id: company.productId, name: 'An API', type: 'api' },
  idempotencyKey: 'pasted-1',
  ...given,
});

const SEGMENT = {
  type: 'track',
  event: 'First API Call',
  userId: 'dev_1',
  messageId: 'msg-1',
  timestamp: '2026-10-01T00:00:00Z',
  properties: {},
};

describe('a payload that a member pastes', () => {
  it('is answered with what a key of the product would be answered, by the same words', async () => {
    const event = eventOf({ metadata: { region: 'eu' } });
    const sent = await ask<{ accepted: boolean; wouldBe: string; mapping: object }>(
      `${app.url}/api/usage/track/dry-run`,
      { token: company.trackingKey, body: event },
    );
    expect(sent.body).toMatchObject({ accepted: true, wouldBe: 'tracked' });
    expect(await reply(event)).toMatchObject({
      accepted: true,
      wouldBe: 'tracked',
      errors: [],
      suggestedPayload: null,
    });
    expect(await reply(eventOf({ developer_id: 'anonymous' }))).toMatchObject({
      accepted: false,
      wouldBe: null,
      mapping: { event: { name: 'FIRST_API_CALL' }, developer: { id: null } },
      errors: [{ pointer: '/developer_id', code: 'placeholder' }],
    });
  });

  it('of a customer data platform is answered with the event that it would map to', async () => {
    expect(await reply(SEGMENT)).toMatchObject({
      accepted: false,
      suggestedPayload: { event_name: 'FIRST_API_CALL', developer_id: 'dev_1', idempotencyKey: 'msg-1' },
      missing: ['/product'],
    });
    expect(await reply({ batch: [SEGMENT, { ...SEGMENT, messageId: 'msg-2' }] })).toMatchObject({
      accepted: false,
      errors: expect.arrayContaining([expect.objectContaining({ code: 'raw_cdp_batch' })]),
      suggestedPayload: { events: [{ idempotencyKey: 'msg-1' }, { idempotencyKey: 'msg-2' }] },
    });
  });

  it.each([
    [null],
    [[]],
    ['text'],
    [7],
    [{}],
    [{ __proto__: null, constructor: 1 }],
    [JSON.parse('{"__proto__":{"a":1}}')],
  ])('is refused in words and never fails: %j', async (payload) => {
    const { data, errors } = await dryRun(payload);
    if (data?.dryRunPayload) expect(data.dryRunPayload).toMatchObject({ accepted: false, wouldBe: null });
    else expect(errors[0]?.extensions).toMatchObject({ status: 400 });
  });

  it('is not repeated where it holds a credential', async () => {
    const key = company.trackingKey;
    const answer = JSON.stringify(await dryRun(eventOf({ metadata: { note: key } })));
    expect(answer).toContain('credential_value');
    expect(answer).not.toContain(key);
  });

  it('stores nothing, and is for members of the organization and its products alone', async () => {
    const other = await makeCompany(app);
    await reply(eventOf());
    expect((await dryRun(eventOf(), { cookie: other.owner.cookie })).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await dryRun(eventOf(), undefined, other.productId)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await dryRun(eventOf(), {})).errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
    for (const table of ['tracking_event', 'tracking_verdict'])
      expect(
        await query(app.databaseUrl, `select 1 from ${table} where organization_id = $1`, [
          company.organizationId.slice(4),
        ]),
      ).toEqual([]);
  });
});
