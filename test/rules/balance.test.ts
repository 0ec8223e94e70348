import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../server/platform/config.js';
import { retryAfterOf } from '../../server/platform/http/retry-after.rules.js';
import { type Attempt, decideAttempt } from '../../server/usage/balances/budget.rules.js';
import { parseSearchCounters, parseWebDataAmounts } from '../../server/usage/balances/provider.rules.js';
import type {} from '../../server/usage/provider-snapshot.entity.js';
import { sampleSets } from '../setup/samples.js';

const KEY = 'tvly-dev.A1b2C3d4E5f6G7h8';
const search = (json: unknown) => parseSearchCounters(json, KEY);

describe.each(sampleSets('providers'))('the providers’ own examples $set', ({ folder }) => {
  const sample = (file: string): unknown => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));

  it.each(['tavily-usage.json', 'tavily-usage-per-endpoint.json'])('%s is read to the credit', (file) => {
    expect(search(sample(file))).toEqual({
      key: { usage: 150, limit: 1000, remaining: 850 },
      account: {
        plan: 'Bootstrap',
        planUsage: 500,
        planLimit: 15000,
        planRemaining: 14500,
        paygoUsage: 25,
        paygoLimit: 100,
      },
    });
  });

  it('brightdata-customer-balance.json is read without a currency that it does not name', () => {
    expect(parseWebDataAmounts(sample('brightdata-customer-balance.json'))).toEqual({
      amount: 456,
      pendingAmount: 123,
      currency: null,
    });
  });
});

describe('the pending amount', () => {
  it.each([
    [{ balance: 1, pending_balance: 2, pending_costs: 3 }, 2],
    [{ balance: 1, pending_costs: 3 }, 3],
    [{ balance: 1, pending_balance: null, pending_costs: 3 }, 3],
    [{ balance: 1, pending_balance: 0, pending_costs: 3 }, 0],
    [{ balance: 1 }, null],
  ])('of %j is %s: the documented name wins over the older one', (answer, pendingAmount) => {
    expect(parseWebDataAmounts(answer)).toMatchObject({ amount: 1, pendingAmount });
  });
});

describe('credits', () => {
  it('are null where nothing was said, never 0, and 0 where that was said', () => {
    const silent = {
      plan: null,
      planUsage: null,
      planLimit: null,
      planRemaining: null,
      paygoUsage: null,
      paygoLimit: null,
    };
    for (const json of [{ key: {} }, { key: null }, { account: {} }, { account: { current_plan: ' ' }, key: null }])
      expect(search(json)).toEqual({ key: { usage: null, limit: null, remaining: null }, account: silent });
    expect(search({ key: { usage: 0, limit: 0 } })?.key).toEqual({ usage: 0, limit: 0, remaining: 0 });
  });

  it('have no limit where the provider says null or its old number for it', () => {
    for (const limit of [null, 2_147_483_647])
      expect(search({ key: { usage: 1, limit } })?.key).toEqual({ usage: 1, limit: null, remaining: null });
    expect(search({ key: { usage: 1, limit: 2_147_483_646 } })?.key.remaining).toBe(2_147_483_645);
  });

  it('that are used up leave nothing, not less', () => {
    expect(search({ key: { usage: 1200, limit: 1000 } })?.key.remaining).toBe(0);
  });

  it('are refused as a whole where one is no whole number from 0 to 2^53', () => {
    for (const usage of ['1', true, {}, [], 1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      for (const json of [{ key: { usage } }, { key: { usage: 1, limit: usage } }, { account: { paygo_limit: usage } }])
        expect(search(json), String(usage)).toBeNull();
    expect(search({ key: { usage: 2 ** 53 - 1 } })?.key.usage).toBe(2 ** 53 - 1);
  });

  it('are refused where the answer is not the documented one', () => {
    for (const json of [null, 1, 'x', [], {}, { detail: { error: 'x' } }, { key: [] }, { key: 'x' }, { account: 1 }])
      expect(search(json), JSON.stringify(json)).toBeNull();
  });

  it('come with the plan’s name if it is one, and never with a credential', () => {
    const plan = (current_plan: unknown) => search({ account: { current_plan } })?.account.plan;
    expect(plan(' Bootstrap (yearly) ')).toBe('Bootstrap (yearly)');
    for (const text of [
      KEY,
      `x${KEY}x`,
      ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_'),
      'a\nb',
      'a\0',
      '\ud800',
      'x'.repeat(101),
    ])
      expect(plan(text), text).toBeNull();
  });
});

describe('an amount at the web data provider', () => {
  it('may be a debt and has bounds', () => {
    for (const balance of [-1e12, -0.01, 0, 1e12]) expect(parseWebDataAmounts({ balance })?.amount).toBe(balance);
    for (const balance of ['456', Number.NaN, Number.NEGATIVE_INFINITY, 1e12 + 1, -1e12 - 1, [], {}, true])
      for (const json of [
        { balance },
        { balance: 1, pending_balance: balance },
        { balance: 1, pending_costs: balance },
      ])
        expect(parseWebDataAmounts(json), String(balance)).toBeNull();
  });

  it('is refused where the answer is not the documented one', () => {
    for (const json of [null, 456, '456', [], {}, { error: 'x' }, { currency: 'USD' }])
      expect(parseWebDataAmounts(json), JSON.stringify(json)).toBeNull();
  });

  it('has a currency only where the answer names one of ours, as we write it', () => {
    const currency = (given: unknown) => parseWebDataAmounts({ balance: 1, currency: given })?.currency;
    expect(['USD', 'MXN', 'EUR', 'GBP'].map(currency)).toEqual(['USD', 'MXN', 'EUR', 'GBP']);
    expect(['usd', ' USD', 'XAU', '', null, 1, ['USD']].map(currency)).toEqual(Array(7).fill(null));
  });
});

describe('the budget of an account', () => {
  const now = new Date('2026-11-20T12:00:00.000Z');
  /** Attempts, newest first, so many seconds ago. */
  const made = (...ago: [number, Attempt['provider'], Attempt['outcome']?][]): Attempt[] =>
    ago.map(([seconds, provider, outcome = null], index) => ({
      id: String(index),
      provider,
      at: new Date(now.getTime() - seconds * 1000),
      outcome,
    }));
  const eight = (seconds: number) =>
    made(...Array.from({ length: 8 }, (_, index) => [seconds + index, 'web_data_api'] as [number, 'web_data_api']));

  it('has eight attempts in ten minutes, those that never ended too, and frees one as the oldest leaves', () => {
    expect(decideAttempt([], 'web_data_api', now)).toEqual({ kind: 'ask' });
    expect(decideAttempt(eight(1).slice(1), 'web_data_api', now)).toEqual({ kind: 'ask' });
    expect(decideAttempt(eight(1), 'web_data_api', now)).toEqual({ kind: 'spent', retryAfterS: 592 });
    expect(decideAttempt(eight(1), 'search_api', now)).toEqual({ kind: 'spent', retryAfterS: 592 });
    expect(decideAttempt(eight(592.9), 'web_data_api', now)).toEqual({ kind: 'spent', retryAfterS: 1 });
    expect(decideAttempt(eight(593), 'web_data_api', now)).toEqual({ kind: 'ask' });
  });

  it('lets the search provider be asked once in 90 seconds, and the other at once', () => {
    const recent = made([89.9, 'search_api', 'failed']);
    expect(decideAttempt(recent, 'search_api', now)).toEqual({ kind: 'recent', attempt: recent[0] });
    expect(decideAttempt(recent, 'web_data_api', now)).toEqual({ kind: 'ask' });
    expect(decideAttempt(made([90, 'search_api']), 'search_api', now)).toEqual({ kind: 'ask' });
    expect(decideAttempt(made([0, 'web_data_api']), 'web_data_api', now)).toEqual({ kind: 'ask' });
  });

  it('coalesces although it is spent: no call is made', () => {
    const attempts = [...eight(1).slice(1), ...made([20, 'search_api', 'succeeded'])];
    expect(decideAttempt(attempts, 'search_api', now).kind).toBe('recent');
    expect(decideAttempt(attempts, 'web_data_api', now).kind).toBe('spent');
  });

  it('makes no one wait longer than its window because another clock is ahead', () => {
    expect(decideAttempt(eight(-60), 'web_data_api', now)).toEqual({ kind: 'spent', retryAfterS: 600 });
  });
});

describe('Retry-After of a provider', () => {
  const now = new Date('2026-11-20T12:00:00.000Z');
  it.each<[string | undefined, number | null]>([
    ['120', 120],
    [' 7 ', 7],
    ['0', 1],
    ['999999999', 86_400],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 1],
    ['Fri, 99 Nov 2026 11:00:00 GMT', null],
    ['-5', null],
    ['1.5', null],
    ['2026-11-20', null],
    ['soon', null],
    ['', null],
    [undefined, null],
  ])('%s means %s seconds', (header, seconds) => {
    expect(retryAfterOf(header, now)).toBe(seconds);
  });
});

describe('the addresses of the providers', () => {
  const read = (env: Record<string, string>) => {
    const { searchProviderUrl, webDataProviderUrl } = readConfig(env);
    return [searchProviderUrl, webDataProviderUrl];
  };
  it('are the real ones unless others are given, without a slash at the end', () => {
    expect(read({})).toEqual(['https://api.tavily.com', 'https://api.brightdata.com']);
    expect(read({ SEARCH_PROVIDER_URL: 'https://proxy.example/tavily//' })[0]).toBe('https://proxy.example/tavily');
  });

  it('are https, for keys are sent to them; http does not leave the machine, or is allowed to a test', () => {
    for (const url of ['http://127.0.0.1:9', 'http://localhost:9', 'http://a.localhost', 'http://[::1]:9'])
      expect(read({ SEARCH_PROVIDER_URL: url, WEB_DATA_PROVIDER_URL: url })).toEqual([url, url]);
    expect(read({ SEARCH_PROVIDER_URL: 'http://fake:8080', OUTBOUND_ALLOW: 'fake:8080' })[0]).toBe('http://fake:8080');
    for (const url of ['http://fake:8080', 'http://127.0.0.1.example', 'http://localhost.example', 'http://10.0.0.1'])
      expect(() => read({ WEB_DATA_PROVIDER_URL: url }), url).toThrow('WEB_DATA_PROVIDER_URL must be https');
  });

  it('hold no password, no query and no fragment, and are addresses', () => {
    for (const url of [
      'https://u:mark7Zq9@x.example',
      'https://x.example?mark7Zq9',
      'https://x.example#mark7Zq9',
      'mark7Zq9',
      'ftp://x.example',
    ]) {
      expect(() => read({ SEARCH_PROVIDER_URL: url }), url).toThrow(ConfigError);
      expect(() => read({ SEARCH_PROVIDER_URL: url }), url).not.toThrow('mark7Zq9');
    }
  });
});
