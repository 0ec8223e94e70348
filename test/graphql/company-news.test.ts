import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, foldEvents } from '../../server/adoption/index.js';
import { startApp, type TestApp } from '../setup/app.js';
import { ask, askGraphql } from '../setup/ask.js';
import { query } from '../setup/database.js';
import { makeEvent } from '../setup/make.js';
import { type Company, giveRole, makeCompany, makePerson } from '../setup/people.js';

interface Item {
  kind: string;
  accountDomain: string | null;
  developers: number | null;
  before: number | null;
  campaign: { campaignId: string; source: string | null; developers: number } | null;
  activeDays: number | null;
  lastDay: string | null;
  code: string | null;
  refused: number | null;
  at: string | null;
  keyHint: string | null;
  window: { from: string; to: string; days: number };
}
interface News {
  items: Item[];
  quiet: number;
  grew: number;
  activated: number;
  label: string;
  window: { from: string; to: string };
  halves: { from: string; to: string };
  week: { from: string; to: string };
}

let app: TestApp;
let activating: Company;
let quieting: Company;
let growing: Company;
let one: Company;
let other: Company;
beforeAll(async () => {
  app = await startApp();
  [activating, quieting, growing, one, other] = await Promise.all([
    makeCompany(app),
    makeCompany(app),
    makeCompany(app),
    makeCompany(app),
    makeCompany(app),
  ]);
  const by = { context: { attribution: { campaignId: 'hn-launch' } } };
  for (const developer of ['a', 'b', 'c'])
    await send(activating, developer, [0], { account_domain: 'globex.example', ...(developer === 'c' ? {} : by) });
  await send(activating, 'd', [1], { account_domain: 'small.example' });
  await send(activating, 'old', [2, 0], { account_domain: 'globex.example' });

  await send(quieting, 'a', [27, 20, 14, 7], { account_domain: 'quiet.example' });
  await send(quieting, 'b', [27, 20, 14], { account_domain: 'rare.example' });
  await send(quieting, 'c', [27, 20, 14, 10, 6], { account_domain: 'back.example' });
  await send(quieting, 'd', [28, 20, 14, 10], { account_domain: 'long-ago.example' });
  await send(quieting, 'e', [20, 19, 18, 17, 16], { account_domain: 'earlier.example' });

  await send(growing, 'a', [13], { account_domain: 'grown.example' });
  for (const developer of ['a', 'b', 'c']) await send(growing, developer, [6], { account_domain: 'grown.example' });
  await send(growing, 'd', [13], { account_domain: 'one-more.example' });
  for (const developer of ['d', 'e']) await send(growing, developer, [6], { account_domain: 'one-more.example' });
  for (const developer of ['f', 'g']) await send(growing, developer, [7], { account_domain: 'first-week.example' });
  await send(growing, 'h', [14], { account_domain: 'grown.example' });

  for (const company of [one, other]) await send(company, 'a', [0], { account_domain: 'same.example' });
  await foldNow();
});
afterAll(() => app.close());

const TODAY = new Date().toISOString().slice(0, 10);
const dayAgo = (days: number): string => addDays(TODAY, -days);

const NEWS = `query ($org: ID!, $product: String) { companyNews(organizationId: $org, productId: $product) {
  items { kind accountDomain developers before campaign { campaignId source developers } activeDays lastDay code refused at keyHint
    window { from to days } }
  quiet grew activated label window { from to } halves { from to } week { from to } } }`;
const request = (company: Company, cookie = company.owner.cookie, product: string | null = null) =>
  askGraphql<{ companyNews: News }>(app, NEWS, { org: company.organizationId, product }, { cookie });
async function news(company: Company, product: string | null = null): Promise<News> {
  const { data, errors } = await request(company, company.owner.cookie, product);
  if (!data) throw new Error(JSON.stringify(errors));
  return data.companyNews;
}

/** Sends events of a developer on days before today, each at noon of its day, or a moment ago for today. */
async function send(company: Company, developer: string, days: readonly number[], given: Record<string, unknown> = {}) {
  for (const day of days) {
    const occurredAt = day === 0 ? new Date(Date.now() - 1_000).toISOString() : `${dayAgo(day)}T12:00:00Z`;
    const body = makeEvent(app, {
      developer_id: developer,
      occurredAt,
      product: { id: company.productId, name: 'An API', type: 'api' },
      ...given,
    });
    const { status } = await ask(`${app.url}/api/usage/track`, { token: company.trackingKey, body });
    expect(status).toBeLessThan(300);
  }
}

async function foldNow(): Promise<void> {
  await app.app.parts.verdicts.flush();
  await query(
    app.databaseUrl,
    "update tracking_event set recorded_at = (recorded_at at time zone 'utc' - interval '1 minute') at time zone 'utc' where recorded_at > now() - interval '30 seconds'",
  );
  while ((await foldEvents(app.app.platform.em())).more);
}

const listed = async (
  company: Company,
  figure: string,
  { from, to }: { from: string; to: string },
): Promise<string[]> => {
  const { data, errors } = await askGraphql<{ companyAccounts: { items: { accountDomain: string }[] } }>(
    app,
    `query ($org: ID!, $figure: AccountFigure, $from: String!, $to: String!) {
       companyAccounts(organizationId: $org, figure: $figure, from: $from, to: $to, sort: "name") { items { accountDomain } } }`,
    { org: company.organizationId, figure, from, to },
    { cookie: company.owner.cookie },
  );
  expect(errors).toEqual([]);
  return data?.companyAccounts.items.map(({ accountDomain }) => accountDomain) ?? [];
};

describe("a company's news", () => {
  it('is empty where nothing has happened', async () => {
    expect(await news(await makeCompany(app))).toMatchObject({ items: [], quiet: 0, grew: 0, activated: 0 });
  });

  it('says which account activated how many developers, and who brought them', async () => {
    const { items, activated, week } = await news(activating);
    expect(items[0]).toMatchObject({
      kind: 'account_activated',
      accountDomain: 'globex.example',
      developers: 3,
      campaign: { campaignId: 'hn-launch', developers: 2 },
      window: { from: dayAgo(1), to: TODAY, days: 2 },
    });
    expect(items).toHaveLength(3);
    expect(activated).toBe(2);
    expect(await listed(activating, 'accountsActivated', week)).toEqual(['globex.example', 'small.example']);
  });

  it('says who went quiet: events on four of the days before the last seven, and on none of those', async () => {
    const { items, quiet, window } = await news(quieting);
    expect(quiet).toBe(2);
    expect(items).toContainEqual(
      expect.objectContaining({
        kind: 'account_quiet',
        accountDomain: 'quiet.example',
        activeDays: 4,
        lastDay: dayAgo(7),
      }),
    );
    expect(await listed(quieting, 'wentQuiet', window)).toEqual(['earlier.example', 'quiet.example']);
  });

  it('says who grew: at least two developers more in the second week than in the first', async () => {
    const { items, grew, halves } = await news(growing);
    expect(grew).toBe(1);
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'account_grew', accountDomain: 'grown.example', before: 1, developers: 3 }),
    );
    expect(await listed(growing, 'grew', halves)).toEqual(['grown.example']);
  });

  it('says that a refusal began, when and with which key, and not one that went on', async () => {
    const company = await makeCompany(app);
    const refuse = async (given: Record<string, unknown>) => {
      const body = makeEvent(app, { product: { id: company.productId, name: 'An API', type: 'api' }, ...given });
      expect((await ask(`${app.url}/api/usage/track`, { token: company.trackingKey, body })).status).toBe(400);
    };
    await refuse({ event_name: 'no name' });
    await app.app.parts.verdicts.flush();
    await query(app.databaseUrl, 'update tracking_refusal_code set day = day - 3 where organization_id = $1', [
      company.organizationId.slice(4),
    ]);
    await refuse({ event_name: 'no name' });
    await refuse({ developer_id: 'anonymous' });
    await refuse({ developer_id: 'anonymous' });
    await app.app.parts.verdicts.flush();
    const [item] = (await news(company)).items;
    expect(item).toMatchObject({ kind: 'refusals_began', code: 'placeholder', refused: 2 });
    expect(item?.keyHint).toBeTruthy();
    expect(Date.parse(item?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await query(app.databaseUrl, 'delete from tracking_verdict');
    expect((await news(company)).items[0]).toMatchObject({ code: 'placeholder', at: null, keyHint: null });
  });

  it('is about one company and one product, whatever another one with equal rows has', async () => {
    expect((await news(one)).items[0]).toMatchObject({ accountDomain: 'same.example', developers: 1 });
    expect((await request(one, other.owner.cookie)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await request(one, one.owner.cookie, other.productId)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await news(one, one.productId)).items).toHaveLength(2);
  });

  it('is read by a reader, and no more once the membership has ended', async () => {
    const company = await makeCompany(app);
    const reader = await makePerson(app);
    await giveRole(app, company.organizationId, reader, 'reader');
    expect((await request(company, reader.cookie)).errors).toEqual([]);
    await query(app.databaseUrl, 'delete from member where user_id = $1', [reader.id.slice(4)]);
    expect((await request(company, reader.cookie)).errors[0]?.extensions.code).toBe('NOT_FOUND');
  });
});
