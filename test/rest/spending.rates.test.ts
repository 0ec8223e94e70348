import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import { type Outside, type OutsidePage, startOutside } from '../setup/outside.js';
import { dailyFile } from '../setup/rates.js';
import { type Account, askSpending, charge, MONTH, makeAccount } from '../setup/spending.js';

const FEED = '/feed.xml';
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
let outside: Outside;
let app: TestApp;
/** Owes 1,000.00 MXN, 10.00 GBP, 10.00 EUR and 5.00 USD for one month. */
let mixed: Account;
const logged: string[] = [];

beforeAll(async () => {
  outside = await startOutside();
  app = await startApp({
    env: { FX_FEED_URL: outside.url(FEED), LOG_LEVEL: 'trace' },
    logTo: { write: (line) => void logged.push(line) },
  });
  mixed = await makeAccount(app);
  for (const [currency, amountCents] of Object.entries({ MXN: 100_000, GBP: 1_000, EUR: 1_000, USD: 500 }))
    await askSpending(app, mixed.token, { body: charge({ currency, amountCents }) });
});
/** Each test begins with a feed that no one has asked for: what is kept has run out. */
beforeEach(() => {
  app.clock.move(61 * MINUTE_MS);
  outside.reset();
});
afterAll(async () => {
  await app.close();
  await outside.close();
});

const day = (ago = 0): string => new Date(app.clock.now().getTime() - ago * DAY_MS).toISOString().slice(0, 10);
const serve = (page: string | Buffer | OutsidePage) => outside.serve(FEED, page);
const estimate = async (token = mixed.token) => {
  const { status, body } = await askSpending(app, token, { month: MONTH });
  expect(status).toBe(200);
  return body.usdEstimate;
};
const values = ({ entries }: Awaited<ReturnType<typeof estimate>>) =>
  Object.fromEntries(entries.map(({ currency, usdCents }) => [currency, usdCents]));
const owner = async (entries: Record<string, number>) => {
  const account = await makeAccount(app);
  for (const [currency, amountCents] of Object.entries(entries))
    await askSpending(app, account.token, { body: charge({ currency, amountCents }) });
  return account.token;
};

describe('an estimate in US dollars', () => {
  it('comes out to the cent, with the rates and their day, and leaves the amounts as they were', async () => {
    serve(dailyFile(day()));
    const found = await estimate();
    expect(values(found)).toEqual({ MXN: 5573, GBP: 1328, EUR: 1127, USD: 500 });
    expect([found.totalCents, found.knownSubtotalCents]).toEqual([8528, 8528]);
    const rate = (currencyPerEur: string) => ({ date: day(), usdPerEur: '1.1269', currencyPerEur });
    expect(found.entries).toEqual(
      [
        { currency: 'EUR', amountCents: 1_000, usdCents: 1127, rate: rate('1') },
        { currency: 'GBP', amountCents: 1_000, usdCents: 1328, rate: rate('0.84880') },
        { currency: 'MXN', amountCents: 100_000, usdCents: 5573, rate: rate('20.2217') },
        { currency: 'USD', amountCents: 500, usdCents: 500, rate: null },
      ].map((one) => ({ provider: 'coding_agent', month: MONTH, reason: null, ...one })),
    );
  });

  it('needs no look-up for dollars, for explicit zeros, or for nothing', async () => {
    serve(dailyFile(day()));
    const token = await owner({ USD: 500, EUR: 0, GBP: 0 });
    expect(await estimate(token)).toMatchObject({ totalCents: 500, knownSubtotalCents: 500 });
    expect(await estimate((await makeAccount(app)).token)).toMatchObject({ totalCents: null });
    expect(outside.hits()).toBe(0);
  });

  it('sends nothing about the account', async () => {
    serve(dailyFile(day()));
    await estimate();
    expect(outside.requested.map(({ path }) => path)).toEqual([FEED]);
    const headers = outside.requested[0]?.headers ?? {};
    expect(Object.keys(headers).sort()).toEqual(expect.arrayContaining(['host', 'user-agent']));
    for (const name of ['authorization', 'cookie', 'x-request-id', 'referer']) expect(headers[name]).toBeUndefined();
    expect(JSON.stringify(headers)).not.toContain(mixed.person.id.slice(4));
  });

  it('is complete without an unused currency, and not without a used one', async () => {
    serve(dailyFile(day(), { USD: '1.1269', GBP: '0.84880' }));
    const found = await estimate();
    expect(values(found)).toEqual({ MXN: null, GBP: 1328, EUR: 1127, USD: 500 });
    expect([found.totalCents, found.knownSubtotalCents]).toEqual([null, 2955]);
    expect(found.entries.find(({ currency }) => currency === 'MXN')).toMatchObject({
      rate: null,
      reason: 'currency_missing',
    });
    expect((await estimate(await owner({ GBP: 1_000 }))).totalCents).toBe(1328);
  });
});

describe('a look-up', () => {
  it('is one for all who ask at once', async () => {
    let release: (value?: unknown) => void = () => {};
    serve({ content: dailyFile(day()), wait: new Promise((settle) => (release = settle)) });
    // Straight at the service too: there all are sure to ask before the first is answered.
    const { exchangeRates } = app.app.parts;
    const readings = Array.from({ length: 12 }, () => exchangeRates());
    const requested = Array.from({ length: 12 }, () => estimate());
    await outside.reached(FEED);
    release();
    for (const reading of await Promise.all(readings)) expect(reading).toHaveProperty('rates.date', day());
    for (const found of await Promise.all(requested)) expect(found.totalCents).toBe(8528);
    expect(outside.hits()).toBe(1);
  });

  it('is kept for an hour and then asked for again', async () => {
    serve(dailyFile(day()));
    await estimate();
    serve(dailyFile(day(), { USD: '2', GBP: '1', MXN: '1' }));
    app.clock.move(59 * MINUTE_MS);
    expect((await estimate()).totalCents).toBe(8528);
    expect(outside.hits()).toBe(1);
    app.clock.move(2 * MINUTE_MS);
    expect(values(await estimate()).GBP).toBe(2_000);
    expect(outside.hits()).toBe(2);
  });

  it('that failed is kept for a minute, and the rates of an hour ago do not stand in for it', async () => {
    serve(dailyFile(day()));
    await estimate();
    app.clock.move(61 * MINUTE_MS);
    serve({ status: 503 });
    for (let one = 0; one < 3; one += 1) expect((await estimate()).totalCents).toBeNull();
    app.clock.move(59_000);
    expect((await estimate()).totalCents).toBeNull();
    expect(outside.hits()).toBe(2);
    serve(dailyFile(day()));
    app.clock.move(2_000);
    expect((await estimate()).totalCents).toBe(8528);
  });

  it('is not made with rates that grew too old while they were kept', async () => {
    // Half an hour before midnight, the rates are 7 days old; half an hour later they are 8.
    const midnight = Date.parse(`${day(-1)}T00:00:00Z`);
    app.clock.move(midnight - app.clock.now().getTime() - 30 * MINUTE_MS);
    serve(dailyFile(day(7)));
    expect((await estimate()).totalCents).toBe(8528);
    app.clock.move(40 * MINUTE_MS);
    expect((await estimate()).entries[0]?.reason).toBe('rates_too_old');
    expect(outside.hits()).toBe(1);
  });
});

describe('without usable rates an estimate is unknown, the answer is 200, and the reason is told', () => {
  const html = '<!doctype html><html><body>Sorry, MARKER</body></html>';
  it.each<[string, () => string | Buffer | OutsidePage, string]>([
    ['the feed is gone', () => ({ status: 404, content: dailyFile(day()) }), 'rates_unavailable'],
    ['the feed fails', () => ({ status: 500, content: dailyFile(day()) }), 'rates_unavailable'],
    ['it redirects', () => ({ status: 302, headers: { location: outside.url('/other') } }), 'rates_unavailable'],
    ['it answers in HTML', () => ({ content: html, headers: { 'content-type': 'text/html' } }), 'rates_invalid'],
    ['it answers nothing', () => '', 'rates_invalid'],
    ['it is huge', () => `${dailyFile(day())}<!--${'x'.repeat(65_536)}-->`, 'rates_invalid'],
    ['it has a DOCTYPE', () => dailyFile(day()).replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>'), 'rates_invalid'],
    ['it is cut off', () => dailyFile(day()).slice(0, -40), 'rates_invalid'],
    ['it ends before its length', () => ({ content: 'x', headers: { 'content-length': 5_000 } }), 'rates_unavailable'],
    ['its rates are words', () => dailyFile(day(), { USD: 'much', GBP: '0.8', MXN: '20' }), 'rates_invalid'],
    ['a rate is 0', () => dailyFile(day(), { USD: '1.1', GBP: '0', MXN: '20' }), 'rates_invalid'],
    ['it is of tomorrow', () => dailyFile(day(-1)), 'rates_in_the_future'],
    ['it is 8 days old', () => dailyFile(day(8)), 'rates_too_old'],
  ])('where %s', async (_what, page, reason) => {
    outside.serve('/other', dailyFile(day()));
    serve(page());
    const found = await estimate();
    expect(values(found)).toEqual({ MXN: null, GBP: null, EUR: null, USD: 500 });
    expect([found.totalCents, found.knownSubtotalCents]).toEqual([null, 500]);
    expect(found.entries.map((one) => [one.currency, one.reason, one.rate])).toEqual([
      ['EUR', reason, null],
      ['GBP', reason, null],
      ['MXN', reason, null],
      ['USD', null, null],
    ]);
    const unknown = await estimate(await owner({ EUR: 5 }));
    expect([unknown.totalCents, unknown.knownSubtotalCents]).toEqual([null, null]);
    expect(outside.hits()).toBe(1);
    expect(logged.join('')).toContain(`"reason":"${reason}"`);
    expect(logged.join('')).not.toContain('MARKER');
  });

  it('where rates are 7 days old they are used', async () => {
    serve(dailyFile(day(7)));
    expect((await estimate()).totalCents).toBe(8528);
  });

  it('where the feed does not answer in 5 seconds', async () => {
    serve({ content: dailyFile(day()), wait: new Promise(() => {}) });
    const started = performance.now();
    expect((await estimate()).entries[0]?.reason).toBe('rates_unavailable');
    const seconds = (performance.now() - started) / 1000;
    expect(seconds).toBeGreaterThan(4.9);
    expect(seconds).toBeLessThan(8);
  });

  it('where no one listens', async () => {
    const alone = await startApp({ databaseUrl: app.databaseUrl });
    const { status, body } = await askSpending(alone, mixed.token, { month: MONTH });
    expect([status, body.usdEstimate.totalCents, body.usdEstimate.entries[0]?.reason]).toEqual([
      200,
      null,
      'rates_unavailable',
    ]);
    await alone.close();
  });
});
