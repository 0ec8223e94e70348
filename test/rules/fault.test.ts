import { once } from 'node:events';
import net from 'node:net';
import { type Dialect, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asStartError } from '../../server/platform/database/server.check.js';
import { faultOf, isDatabaseAway, isDatabaseBusy } from '../../server/platform/fault.js';
import { StartError } from '../../server/platform/start.error.js';

let closedPort: number;
let mute: net.Server;
const accepted: net.Socket[] = [];

/** A port that refuses connections, and a server that takes them and never answers. */
beforeAll(async () => {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  closedPort = (probe.address() as net.AddressInfo).port;
  probe.close();
  await once(probe, 'close');
  mute = net.createServer((socket) => void accepted.push(socket)).listen(0, '127.0.0.1');
  await once(mute, 'listening');
});
afterAll(() => {
  for (const socket of accepted) socket.destroy();
  mute.close();
});

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const refusedPool = (): pg.Pool => new pg.Pool({ host: '127.0.0.1', port: closedPort });
const dialectOf = (pool: pg.Pool): Dialect => new PostgresDialect({ pool });

/** The errors as the drivers throw them, without a database behind them. */
const thrown: Record<string, () => Promise<unknown>> = {
  'a port that refuses': () => thrownBy(refusedPool().query('select 1')),
  'a name with several addresses, each of which refuses': async () => {
    const socket = net.connect({
      host: 'localhost',
      port: closedPort,
      autoSelectFamily: true,
      lookup: (_host, _options, found) =>
        (found as (error: null, addresses: { address: string; family: number }[]) => void)(null, [
          { address: '127.0.0.1', family: 4 },
          { address: '127.0.0.2', family: 4 },
        ]),
    });
    const [error] = (await once(socket, 'error', { signal: AbortSignal.timeout(10_000) }).catch((one) => [one])) as [
      unknown,
    ];
    return error;
  },
  'a pool that was closed': async () => {
    const pool = refusedPool();
    await pool.end();
    return thrownBy(pool.query('select 1'));
  },
  'a client that was closed': async () => {
    const client = new pg.Client({ host: '127.0.0.1', port: closedPort });
    await client.connect().catch(() => undefined);
    await client.end().catch(() => undefined);
    return thrownBy(client.query('select 1'));
  },
  'a query builder that was closed': async () => {
    const kysely = new Kysely<object>({ dialect: dialectOf(refusedPool()) });
    await thrownBy(sql`select 1`.execute(kysely));
    await kysely.destroy();
    return thrownBy(sql`select 1`.execute(kysely));
  },
  'a connection that does not come in time': () => {
    const { port } = mute.address() as net.AddressInfo;
    return thrownBy(new pg.Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 }).query('select 1'));
  },
  'a client whose connection does not come in time': () => {
    const { port } = mute.address() as net.AddressInfo;
    return thrownBy(new pg.Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 }).connect());
  },
};

describe('an error of the driver that says that the database is away', () => {
  it.each(Object.entries(thrown))('is known and becomes 503 with a time to wait: %s', async (_name, bring) => {
    const error = await bring();
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseAway(error)).toBe(true);
    expect(isDatabaseBusy(error)).toBe(false);
    expect(faultOf(error)).toMatchObject({ code: 'UNAVAILABLE', status: 503, retryAfterS: 2 });
    expect(faultOf(new Error('a layer above', { cause: error })).code).toBe('UNAVAILABLE');
    expect(faultOf(new AggregateError([new Error('another'), error])).code).toBe('UNAVAILABLE');
  });
});

describe('a code of PostgreSQL that says that the same statement may succeed later', () => {
  it.each(
    '08000 08006 08P01 25006 25P03 25P04 25P05 40003 53100 53200 53300 57P01 57P02 57P03 57P04 57P05 58030'.split(' '),
  )('is 503, and its connection is of no use: %s', (code) => {
    const error = Object.assign(new Error('a text'), { code });
    expect([isDatabaseAway(error), isDatabaseBusy(error)]).toEqual([true, false]);
    expect(faultOf(error)).toMatchObject({ code: 'UNAVAILABLE', retryAfterS: 2 });
  });

  it.each('40000 40001 40P01 55P03 57014'.split(' '))('is 503, and its connection can be used on: %s', (code) => {
    const error = Object.assign(new Error('a text'), { code });
    expect([isDatabaseAway(error), isDatabaseBusy(error)]).toEqual([false, true]);
    expect(faultOf(error)).toMatchObject({ code: 'UNAVAILABLE', retryAfterS: 2 });
  });
});

describe('an error that says something else', () => {
  it.each([
    ['a wrong password', '28P01'],
    ['a database that does not exist', '3D000'],
    ['an aborted transaction that is used on', '25P02'],
    ['a broken constraint', '23505'],
    ['a broken constraint at the commit', '40002'],
  ])('stays a fault of ours: %s (%s)', (message, code) => {
    expect(faultOf(Object.assign(new Error(message), { code }))).toMatchObject({ code: 'INTERNAL', status: 500 });
  });

  it('ends in 500 also where causes go round in a circle', () => {
    const error = new Error('one');
    error.cause = new AggregateError([error, error], 'two', { cause: error });
    expect(faultOf(error).code).toBe('INTERNAL');
  });
});

describe('a database that is away while something starts', () => {
  it.each(Object.entries(thrown))('is one sentence for an operator: %s', async (_name, bring) => {
    const named = asStartError(await bring());
    expect(named).toBeInstanceOf(StartError);
    expect(String(named)).toMatch(
      /^Error: (?:The database|A server that DAI needs) stopped answering \(.+\)\. Look at its log and start again; [^\n]+$/,
    );
  });

  it('is full where it says so', () => {
    const full = Object.assign(new Error('could not extend file "base/1": No space left on device\nHINT: more'), {
      code: '53100',
    });
    expect((asStartError(full) as Error).message).toBe(
      'The disk of the database is full (could not extend file "base/1": No space left on device). Make space and start again.',
    );
  });

  it('is nothing else: a fault of the code has its stack', () => {
    const wrong = new TypeError('x is not a function');
    expect(asStartError(wrong)).toBe(wrong);
  });

  it('does not name the database where the system does not say which server it was', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:6379'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    });
    for (const error of [refused, new TypeError('fetch failed', { cause: refused })])
      expect((asStartError(error) as Error).message).toMatch(
        /^A server that DAI needs stopped answering \(connect ECONNREFUSED 127\.0\.0\.1:6379\)\./,
      );
  });
});
