import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, foldEvents } from '../../server/adoption/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { type Company, giveRole, makeCompany, makePerson } from '../setup/people.js';

interface Story {
  label: string;
  milestones: { kind: string; family: string | null; developers: number | null; at: string }[];
  developers: number;
  campaign: { campaignId: string; source: string | null; developers: number } | null;
  health: { lastDay: string; quietDays: number; activeDays: number; usualGapDays: number | null };
}

const TODAY = new Date().toISOString().slice(0, 10);
const noon = (days: number): string => `${addDays(TODAY, -days)}T12:00:00.000Z`;
const ACCOUNT = 'globex.example';

let app: TestApp;
let one: Company;
let other: Company;
beforeAll(async () => {
  app = await startApp();
  [one, other] = await Promise.all([makeCompany(app), makeCompany(app)]);
  const by = { context: { attribution: { campaignId: 'hn-launch', source: 'hn' } } };
  await send(one, 'a', 'API_KEY_CREATED', 30, { ...by });
  await send(one, 'a', 'FIRST_API_CALL', 29);
  for (const days of [21, 19, 17, 15, 9]) await send(one, 'a', 'FIRST_API_CALL', days);
  await send(one, 'b', 'FIRST_API_CALL', 15);
  await send(one, 'c', 'FIRST_API_CALL', 15, { account_domain: 'elsewhere.example' });
  await send(one, 'd', 'FIRST_API_CALL', 401);
  await send(other, 'a', 'FIRST_API_CALL', 2);
  await app.app.parts.verdicts.flush();
  await query(
    app.databaseUrl,
    "update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 minute') at time zone 'utc'",
  );
  while ((await foldEvents(app.app.platform.em())).more);
});
afterAll(() => app.close());

async function send(company: Company, developer: string, name: string, days: number, given = {}): Promise<void> {
  const { status } = await ask(`${app.url}/api/usage/track`, {
    token: company.trackingKey,
    body: makeEvent(app, {
      event_name: name,
      developer_id: developer,
      account_domain: ACCOUNT,
      product: { id: company.productId, name: 'An API', type: 'api' },
      occurredAt: noon(days),
      ...given,
    }),
  });
  expect(status).toBeLessThan(300);
}

const request = (company: Company, given: Record<string, unknown> = {}, cookie = company.owner.cookie) =>
  askGraphql<{ companyAccountStory: Story | null }>(
    app,
    `query ($org: ID!, $product: String, $account: String!) {
       companyAccountStory(organizationId: $org, productId: $product, accountDomain: $account) {
         label milestones { kind family developers at } developers campaign { campaignId source developers }
         health { lastDay quietDays activeDays usualGapDays } } }`,
    { org: company.organizationId, account: ACCOUNT, ...given },
    { cookie },
  );

describe('the story of an account', () => {
  it('has what it did first in its order, who brought it, and how it stands against its own past', async () => {
    const { data, errors } = await request(one);
    expect(errors).toEqual([]);
    const story = data?.companyAccountStory;
    expect(story?.milestones.map(({ kind, family, developers, at }) => [family ?? developers ?? kind, at])).toEqual([
      ['activated', noon(401)],
      ['evaluation', noon(30)],
      ['activation', noon(29)],
      ['returned', noon(21)],
      [2, noon(15)],
    ]);
    expect(story).toMatchObject({
      label: 'first-party',
      developers: 2,
      campaign: { campaignId: 'hn-launch', source: 'hn', developers: 1 },
      health: { lastDay: addDays(TODAY, -9), quietDays: 9, activeDays: 7, usualGapDays: 21 / 6 },
    });
  });

  it('is of one company and one product alone', async () => {
    expect((await request(other)).data?.companyAccountStory).toMatchObject({ developers: 1, campaign: null });
    expect((await request(other)).data?.companyAccountStory?.health).toMatchObject({
      quietDays: 2,
      activeDays: 1,
      usualGapDays: null,
    });
    expect((await request(one, { product: one.productId })).data?.companyAccountStory?.developers).toBe(2);
    expect((await request(one, { product: other.productId })).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await request(one, {}, other.owner.cookie)).errors[0]?.extensions.code).toBe('NOT_FOUND');
  });

  it('is null without an event, whatever the name says', async () => {
    for (const account of ['none.example', "x' or true --", '%', '_'])
      expect((await request(one, { account })).data).toEqual({ companyAccountStory: null });
    for (const account of ['', ' ', 'a'.repeat(254)])
      expect((await request(one, { account })).errors[0]?.extensions.code).toBe('VALIDATION_FAILED');
  });

  it('is read by a reader until the membership ends', async () => {
    const reader = await makePerson(app);
    await giveRole(app, one.organizationId, reader, 'reader');
    expect((await request(one, {}, reader.cookie)).errors).toEqual([]);
    await query(app.databaseUrl, 'delete from member where user_id = $1', [reader.id.slice(4)]);
    expect((await request(one, {}, reader.cookie)).errors[0]?.extensions.code).toBe('NOT_FOUND');
  });
});
