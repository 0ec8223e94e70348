import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../setup/app.js';
import {
  attempts,
  BALANCE,
  CREDITS,
  forgetBalances,
  MONEY,
  providersAt,
  savedBalances,
  serveJson,
  syncSearch,
  syncWebData,
  USAGE,
} from '../setup/balances.js';
import { query } from '../setup/database.js';
import { type Outside, startOutside } from '../setup/outside.js';

let outside: Outside;
/** Four gateways that share nothing but the database. */
let replicas: TestApp[];
let first: TestApp;
let token: string;
beforeAll(async () => {
  outside = await startOutside();
  const env = providersAt(outside);
  first = await startApp({ env });
  const others = [1, 2, 3].map(() => startApp({ env, databaseUrl: first.databaseUrl }));
  replicas = [first, ...(await Promise.all(others))];
  token = first.credentials.workflowToken;
});
afterEach(async () => {
  outside.reset();
  await forgetBalances(first);
});
afterAll(async () => {
  for (const replica of [...replicas].reverse()) await replica.close();
  await outside.close();
});

const times = <T>(count: number, one: (replica: TestApp, index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(replicas[index % replicas.length] ?? first, index));

/** Settles once so many calls wait for one that another makes. */
function waiting(count: number): Promise<void> {
  return new Promise((settle) => {
    let left = count;
    for (const { app } of replicas) {
      const ask = app.parts.attemptOutcome;
      const attemptOutcome: typeof ask = (owner, attempt) => {
        left -= 1;
        if (left === 0) settle();
        return ask(owner, attempt);
      };
      Object.assign(app.parts, { attemptOutcome });
    }
  });
}

/** Transactions that are open on the database without doing anything. */
const heldOpen = () =>
  query(
    first.databaseUrl,
    `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );

describe('four gateways on one database', () => {
  it('make one call to the search provider for twelve that come at once; the others wait and have its answer', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    serveJson(outside, USAGE, CREDITS, { wait: held });
    const elevenWait = waiting(11);
    const syncs = times(12, (replica) => syncSearch(replica, token));
    await Promise.all([outside.reached(USAGE), elevenWait]);
    expect(await heldOpen()).toEqual([]);
    release();
    const replies = await Promise.all(syncs);
    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(replies.filter(({ body }) => !body.coalesced)).toHaveLength(1);
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.snapshot))).size).toBe(1);
    expect(replies[0]?.body.snapshot.key).toEqual({ usage: 150, limit: 1000, remaining: 850 });
    expect([outside.hits(), await attempts(first)]).toEqual([1, [{ provider: 'search_api', outcome: 'succeeded' }]]);
  });

  it('tell all who waited for a call that failed to wait, and make no other', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    serveJson(outside, USAGE, 'spoiled', { wait: held });
    const threeWait = waiting(3);
    const syncs = times(4, (replica) => syncSearch(replica, token));
    await Promise.all([outside.reached(USAGE), threeWait]);
    release();
    const replies = await Promise.all(syncs);
    expect(replies.map(({ status }) => status).sort()).toEqual([429, 429, 429, 502]);
    for (const { status, headers } of replies)
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(80);
    expect([outside.hits(), await savedBalances(first)]).toEqual([1, []]);
  });

  it('keep the newest run of those that are reported at once', async () => {
    serveJson(outside, USAGE, CREDITS);
    const minute = (index: number) => new Date(Date.parse('2026-11-01T00:00:00Z') + index * 60_000).toISOString();
    const replies = await Promise.all(
      times(8, (replica, index) => syncSearch(replica, token, { lastRun: { occurredAt: minute((index * 5) % 8) } })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await savedBalances(first)).toMatchObject([{ last_run: { occurredAt: minute(7) } }]);
  });

  it('make eight calls of twenty-four that come at once, over both providers', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    serveJson(outside, USAGE, CREDITS, { wait: held });
    serveJson(outside, BALANCE, MONEY, { wait: held });
    const search = syncSearch(first, token);
    await outside.reached(USAGE);
    const syncs = times(23, (replica) => syncWebData(replica, token));
    await outside.reached(BALANCE, 7);
    release();
    const replies = await Promise.all(syncs);
    expect((await search).status).toBe(200);
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), ...Array(16).fill(429)]);
    for (const { status, headers } of replies)
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(580);
    expect([outside.hits(USAGE), outside.hits(BALANCE), (await attempts(first)).length]).toEqual([1, 7, 8]);
  });

  it('keep the answer of the call that was made last, whichever ends last', async () => {
    const calls = times(4, (replica, index) => ({ replica, index, ...Promise.withResolvers<void>() }));
    const syncs: ReturnType<typeof syncWebData>[] = [];
    for (const { replica, index, promise } of calls) {
      serveJson(outside, BALANCE, { balance: index }, { wait: promise });
      syncs.push(syncWebData(replica, token));
      await outside.reached(BALANCE, index + 1);
    }
    const answers: unknown[] = [];
    for (const index of [1, 3, 0, 2]) {
      calls[index]?.resolve();
      const reply = await syncs[index];
      answers.push([reply?.body.snapshot.balance.amount, reply?.body.updated]);
    }
    expect(answers).toEqual([
      [1, true],
      [3, true],
      [3, false],
      [3, false],
    ]);
  });

  it('count the attempts of each account by themselves', async () => {
    serveJson(outside, BALANCE, MONEY);
    await Promise.all(times(8, (replica) => syncWebData(replica, token)));
    expect((await syncWebData(first, token)).status).toBe(429);
    expect((await syncWebData(first, first.credentials.otherTenant.workflowToken)).status).toBe(200);
  });
});
