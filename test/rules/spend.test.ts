import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../server/platform/config.js';
import { creditsLeftIn, creditValue } from '../../server/usage/credit.rules.js';
import { labelOf, storedSnapshotOf } from '../../server/usage/spending/codex.rules.js';
import { futureMonth } from '../../server/usage/spending/month.rules.js';

describe('a rate-limit window', () => {
  it.each([
    [300, '5 hours'],
    [10_080, '7 days'],
    [60, '1 hour'],
    [1_440, '1 day'],
    [90, '90 minutes'],
    [1, '1 minute'],
    [43_200, '30 days'],
    [null, null],
  ])('of %s minutes is called %s', (minutes, label) => {
    expect(labelOf(minutes)).toBe(label);
  });
});

describe('a snapshot as it is kept', () => {
  it('has null for everything that is missing, and nothing that it was not asked for', () => {
    const nothing = { planType: null, creditsBalance: null, primary: null, secondary: null };
    expect(storedSnapshotOf({ checkedAt: 'x' })).toEqual(nothing);
    const surplus = { checkedAt: 'x', primary: { usedPercent: 0 }, creditsBalance: 0, email: 'a@b.example' };
    expect(storedSnapshotOf(surplus)).toEqual({
      ...nothing,
      creditsBalance: 0,
      primary: { usedPercent: 0, windowDurationMins: null, resetsAt: null },
    });
  });
});

describe('a month', () => {
  const now = new Date('2026-11-30T23:59:59Z');
  it.each([
    ['2026-11', []],
    ['1999-01', []],
    ['2026-12', ['too_far_ahead']],
    ['2027-01', ['too_far_ahead']],
  ])('%s is refused in November 2026 for %j', (month, codes) => {
    expect(futureMonth(month, now).map(({ code }) => code)).toEqual(codes);
  });
});

describe('the reference value of credits', () => {
  const price = { pricePerCredit: '0.008', priceAsOf: '2026-10-01', source: 'https://prices.example' };
  it.each([
    [14_500, 11_600],
    [12.5, 10],
    [0, 0],
    [-1, -1],
    [0.1, 0],
    [-0.1, 0],
  ])('of %d at 0.008 dollars is %i cents', (credits, cents) => {
    expect(creditValue(credits, price)).toEqual({ cents, ...price, label: 'reference_estimate_noncash' });
  });

  it.each([
    [1, 1],
    [3, 2],
    [5, 3],
    [4.9, 2],
    [-1, -1],
    [-5, -3],
  ])('of %d at half a cent is %i cents: halves go away from zero', (credits, cents) => {
    expect(creditValue(credits, { ...price, pricePerCredit: '0.005' })?.cents).toBe(cents);
  });

  it('is null without credits or without a price', () => {
    expect(creditValue(null, price)).toBeNull();
    expect(creditValue(1, undefined)).toBeNull();
  });

  it('counts what the plan of a search provider still holds, and never guesses it', () => {
    expect(creditsLeftIn({ account: { planRemaining: 14_500 }, key: { remaining: 1 } })).toBe(14_500);
    expect(creditsLeftIn({ account: { planRemaining: 0 } })).toBe(0);
    for (const none of [null, {}, { account: null }, { account: {} }, { key: { remaining: 5 } }])
      expect(creditsLeftIn(none)).toBeNull();
  });
});

describe('the configuration of rates and prices', () => {
  it('asks the European Central Bank and knows no price unless told', () => {
    const config = readConfig({});
    expect(config.fxFeedUrl).toBe('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml');
    expect([config.codexCreditPrice, config.searchCreditPrice]).toEqual([undefined, undefined]);
  });

  it('reads a price with its day and source', () => {
    const config = readConfig({ SEARCH_CREDIT_PRICE: '0.008@2026-10-01@https://x.example/@prices' });
    expect(config.searchCreditPrice).toEqual({
      pricePerCredit: '0.008',
      priceAsOf: '2026-10-01',
      source: 'https://x.example/@prices',
    });
  });

  it.each([
    ['CODEX_CREDIT_PRICE', '0.04'],
    ['CODEX_CREDIT_PRICE', '0.04@2026-10-01'],
    ['CODEX_CREDIT_PRICE', '0@2026-10-01@https://x.example'],
    ['CODEX_CREDIT_PRICE', '-1@2026-10-01@https://x.example'],
    ['CODEX_CREDIT_PRICE', '1e3@2026-10-01@https://x.example'],
    ['SEARCH_CREDIT_PRICE', '0.04@2026-02-30@https://x.example'],
    ['SEARCH_CREDIT_PRICE', '0.04@2026-10-01@'],
    ['FX_FEED_URL', 'ftp://rates.example/'],
    ['FX_FEED_URL', 'https://me:secret@rates.example/'],
    ['FX_FEED_URL', 'nothing'],
  ])('refuses %s=%s without repeating it', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`- ${name} must`));
    expect(read).not.toThrow(value);
  });
});
