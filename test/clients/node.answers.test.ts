import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, type ClientOptions, createClient, type TrackingEvent } from '../../clients/node/src/index.js';
import { openClock } from './fast.clock.js';
import { type FaultyService, honest, json, startFaultyService } from './service.mock.js';

const RATE = 500;
const LONG = { timeoutMs: 20_000_000 };

let service: FaultyService;
let folder: string;
beforeEach(async () => {
  service = await startFaultyService();
  folder = mkdtempSync(path.join(tmpdir(), 'dai-spool-'));
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (more: Partial<ClientOptions> = {}): Client =>
  createClient({
    url: service.url,
    key: 'dtk_canary0123456789',
    product: { id: 'p', name: 'P', type: 'api' },
    clock: openClock(RATE).clock,
    requestTimeoutMs: LONG.timeoutMs,
    delayMs: 0,
    ...more,
  });
const event = (key: string, more: Partial<TrackingEvent> = {}): TrackingEvent => ({
  event_name: 'FIRST_API_CALL',
  developer_id: 'd',
  idempotencyKey: key,
  ...more,
});
const several = (count: number): TrackingEvent[] => Array.from({ length: count }, (_one, at) => event(`k${at}`));
const methods = (): string[] => service.taken.map(({ method }) => method);
const keysOf = (body: string): string[] =>
  JSON.parse(body).events.map((one: { idempotencyKey: string }) => one.idempotencyKey);

/** Answers the first requests as given, and the others honestly. */
function answerFirst(
  ...answers: readonly (readonly [status: number, body: unknown, headers?: Record<string, string>])[]
): void {
  const good = honest(service);
  service.answerWith((taken, response, at) => {
    const first = answers[at - 1];
    if (first) json(response, ...first);
    else good(taken, response, at);
  });
}

describe('a single event', () => {
  it('is sent again without a look-up after 429, which is counted before anything is stored', async () => {
    answerFirst([429, {}]);
    expect(await open().trackNow(event('a'), LONG)).toMatchObject({ status: 'stored' });
    expect(methods()).toEqual(['POST', 'POST']);
  });

  it('is looked up before its first resend alone', async () => {
    answerFirst([503, {}], [404, {}], [503, {}]);
    expect(await open().trackNow(event('a'), LONG)).toMatchObject({ status: 'stored' });
    expect(methods()).toEqual(['POST', 'GET', 'POST', 'POST']);
  });

  it('is not proven by a success that names no event', async () => {
    answerFirst([200, { tracked: true }], [404, {}], [200, { tracked: true, duplicate: true }]);
    expect(await open().trackNow(event('a'), LONG)).toMatchObject({ status: 'stored', eventId: 'evt_a' });
    expect(methods()).toEqual(['POST', 'GET', 'POST', 'POST']);
  });

  it('does not fit by its bytes, although its characters would', () => {
    const metadata = { text: 'ü'.repeat(17_000) };
    expect(open().track(event('a', { metadata }))).toMatchObject({ accepted: false, reason: 'too_large' });
  });
});

describe('a batch', () => {
  it('that is too long for a proxy is sent in halves, and only as many as needed', async () => {
    const good = honest(service);
    service.answerWith((taken, response, at) =>
      keysOf(taken.body).length > 10 ? json(response, 413, {}) : good(taken, response, at),
    );
    const verdicts = await open().batch(several(40), LONG);
    expect(verdicts.map(({ status }) => status)).toEqual(Array(40).fill('stored'));
    expect(service.taken.length).toBe(7); // 40, 20 + 20, and four of 10
  });

  it('loses no half where another one has to be sent again', async () => {
    const good = honest(service);
    let failures = 1;
    service.answerWith((taken, response, at) => {
      if (keysOf(taken.body).length > 4) return json(response, 413, {});
      failures -= 1;
      return failures === 0 ? json(response, 503, {}) : good(taken, response, at);
    });
    const client = open({ delayMs: LONG.timeoutMs });
    for (const one of several(8)) client.track(one);
    expect(await client.close(LONG)).toMatchObject({ stored: 8, unsent: [] });
  });

  it('waits for the Retry-After of an answer that has only some verdicts', async () => {
    const good = honest(service);
    const times: number[] = [];
    service.answerWith((taken, response, at) => {
      times.push(performance.now());
      if (at > 1) return good(taken, response, at);
      const results = [
        { index: 0, tracked: true, eventId: 'evt_k0' },
        ...[1, 2].map((index) => ({ index, error: { status: 429 } })),
      ];
      return json(response, 207, { results }, { 'retry-after': '60' });
    });
    await open().batch(several(3), LONG);
    expect(keysOf(service.taken[1]?.body ?? '')).toEqual(['k1', 'k2']);
    expect(((times[1] ?? 0) - (times[0] ?? 0)) * RATE).toBeGreaterThanOrEqual(59_000);
  });
});

describe('a redirect', () => {
  it('to another port of the host is not followed', async () => {
    const other = await startFaultyService();
    try {
      answerFirst([307, {}, { location: `${other.url}/api/usage/track` }]);
      expect(await open().trackNow(event('a'), LONG)).toMatchObject({
        status: 'refused',
        refusal: { code: 'REDIRECTED' },
      });
      expect(other.taken).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it.each([301, 302, 303])(
    '%i is not followed within the host, since it makes another method of a write',
    async (status) => {
      answerFirst([status, {}, { location: '/elsewhere' }]);
      expect(await open().trackNow(event('a'), LONG)).toMatchObject({ status: 'refused' });
      expect(service.taken.length).toBe(1);
    },
  );

  it('in a circle is ended', async () => {
    service.answerWith((_taken, response) => json(response, 308, {}, { location: '/again' }));
    expect(await open().trackNow(event('a'), LONG)).toMatchObject({ status: 'refused' });
    expect(service.taken.length).toBe(4);
  });
});

describe('the report', () => {
  it('lists the latest refusals, and counts them all', async () => {
    service.answerWith((_taken, response) => json(response, 400, { code: 'X' }));
    const client = open({ refusalsMax: 2 });
    for (const one of several(5)) await client.trackNow(one, LONG);
    const { refused, refusedCount } = await client.close();
    expect([refused.map(({ key }) => key), refusedCount]).toEqual([['k3', 'k4'], 5]);
  });

  it('is one, although close is called again with less time while the first call sends', async () => {
    answerFirst([503, {}, { 'retry-after': '30' }]);
    const client = open();
    for (const one of several(3)) client.track(one);
    const [first, second] = await Promise.all([client.close(LONG), client.close({ timeoutMs: 0 })]);
    expect(second).toBe(first);
    expect(first).toMatchObject({ stored: 3, unsent: [] });
  });

  it('drops nothing of many events that fit into the queue one after another', async () => {
    const client = open({ queueBytesMax: 1_000, queueEventsMax: 3 });
    for (const one of several(30)) {
      client.track(one);
      await client.flush();
    }
    expect(await client.close()).toMatchObject({ stored: 30, dropped: 0 });
  });
});

it('an address with a password is refused, and not repeated', () => {
  expect(() => open({ url: 'http://user:canary@127.0.0.1:9' })).toThrow(
    /^url takes no user, password, query or fragment\.$/,
  );
});

describe('the spool', () => {
  const spool = () => ({ folder, holdMs: Number.POSITIVE_INFINITY });

  it('does not send again what had its verdict before', async () => {
    service.answerWith(({ body }, response) =>
      json(response, 207, {
        results: keysOf(body).map((key, index) =>
          key === 'k0' ? { index, tracked: true, eventId: 'evt_k0' } : { index, error: { status: 429 } },
        ),
      }),
    );
    const first = open({ spool: spool(), delayMs: LONG.timeoutMs });
    for (const one of several(3)) first.track(one);
    const flushed = first.flush();
    await expect.poll(() => first.waiting).toBe(2);
    const { unsent } = await first.close({ timeoutMs: 1 });
    await flushed;
    expect(unsent.map(({ key, spooled }) => [key, spooled])).toEqual([
      ['k1', true],
      ['k2', true],
    ]);
    service.taken.length = 0;
    service.answerWith(honest(service));
    await open({ spool: spool() }).close(LONG);
    expect([...service.stored.keys()]).toEqual(['k1', 'k2']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('has a single event of an ended client looked up, which may have sent it', async () => {
    service.answerWith((_taken, response) => json(response, 429, {}, { 'retry-after': '9000' }));
    const first = open({ spool: spool() });
    first.track(event('a'));
    await expect.poll(() => service.taken.length).toBe(1);
    await first.close({ timeoutMs: 1 });
    service.taken.length = 0;
    service.answerWith(honest(service));
    await open({ spool: spool() }).close(LONG);
    expect(methods()).toEqual(['GET', 'POST']);
  });

  it('takes no more bytes than it may, and counts what it could not take', async () => {
    const client = open({ spool: { ...spool(), bytesMax: 1_000 }, delayMs: LONG.timeoutMs });
    for (const one of several(20)) client.track(one);
    const [file = ''] = readdirSync(folder);
    expect(readFileSync(path.join(folder, file)).length).toBeLessThanOrEqual(1_000);
    const report = await client.close(LONG);
    expect(report).toMatchObject({ stored: 20, unsent: [] });
    expect(report.unspooled).toBeGreaterThan(10);
  });
});
