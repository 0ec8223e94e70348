import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, type ClientOptions, createClient, type TrackingEvent } from '../../clients/node/src/index.js';
import { openClock } from './fast.clock.js';
import { type FaultyService, honest, json, startFaultyService } from './service.mock.js';

const KEY = 'dtk_canary0123456789';
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

const RATE = 500;
const open = (more: Partial<ClientOptions> = {}): Client =>
  createClient({
    url: service.url,
    key: KEY,
    product: { id: 'p', name: 'P', type: 'api' },
    clock: openClock(RATE).clock,
    requestTimeoutMs: 200_000,
    ...more,
  });
const event = (key?: string): TrackingEvent => ({
  event_name: 'FIRST_API_CALL',
  developer_id: 'd',
  ...(key ? { idempotencyKey: key } : {}),
});

/** A small generator of numbers, so that a failing order of faults can be run again. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

describe('the client against a service with faults', () => {
  it.each([1, 2, 3, 4, 5, 6])('has each event stored once whatever fails (order %i)', async (seed) => {
    const next = numbers(seed);
    const good = honest(service);
    let left = 25;
    service.answerWith((taken, response, at) => {
      const fault = left > 0 ? Math.floor(next() * 9) : 8;
      left -= 1;
      if (fault === 0) return void response.destroy();
      if (fault <= 4) return json(response, [408, 429, 500, 503][fault - 1] ?? 500, { code: 'X' }, retryAfter(next()));
      if (fault === 5) return void response.writeHead(200).end('<html>');
      if (fault === 6) {
        // It stores, and the answer is lost.
        return good(taken, Object.assign(Object.create(response), { writeHead: () => lost(response) }), at);
      }
      return good(taken, response, at);
    });
    const client = open({ delayMs: 0, random: next });
    const keys: string[] = [];
    for (let at = 0; at < 150; at += 1) {
      keys.push(client.track(event()).key);
      if (next() < 0.1) await new Promise((resolve) => setImmediate(resolve));
      if (next() < 0.03) keys.push((await client.trackNow(event(), { timeoutMs: 20_000_000 })).key);
    }
    await Promise.all([client.flush(), client.flush()]);
    const report = await client.close();
    expect(report.stored + report.duplicate).toBe(keys.length);
    expect(report).toMatchObject({ refused: [], dropped: 0, unsent: [] });
    expect([...service.stored.keys()].sort()).toEqual([...new Set(keys)].sort());
  });

  it('looks a single event up before its first resend, and does not send it again when it is stored', async () => {
    const good = honest(service);
    service.answerWith((taken, response, at) =>
      at === 1
        ? good(taken, Object.assign(Object.create(response), { writeHead: () => lost(response) }), at)
        : good(taken, response, at),
    );
    expect(await open().trackNow(event('one'), { timeoutMs: 20_000_000 })).toMatchObject({
      status: 'stored',
      eventId: 'evt_one',
    });
    expect(service.taken.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it('never holds the key in what can be looked at', async () => {
    service.answerWith((_taken, response) => json(response, 401, { code: 'UNAUTHENTICATED', detail: 'no' }));
    const lines: string[] = [];
    const client = open({ log: (line) => lines.push(line) });
    const verdict = await client.trackNow(event());
    const error = await client.lookUp('a').catch((thrown: unknown) => thrown);
    const seen = inspect([client, verdict, error, lines, await client.close()], { depth: 9, showHidden: true });
    expect(seen).not.toContain('canary');
    expect(service.taken.every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true);
    for (const key of [`${KEY}\n`, 'dai_canary', '', `${KEY} x`])
      try {
        createClient({ url: service.url, key });
      } catch (thrown) {
        expect(inspect(thrown)).not.toContain('canary');
      }
  });

  it('never throws in track, whatever it is given, and counts what it could not take', async () => {
    const drops: string[] = [];
    const client = open({ queueEventsMax: 2, onDrop: ({ reason }) => drops.push(reason) });
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const wrong = [
      null,
      5,
      [],
      { metadata: circle },
      { metadata: { n: 1n } },
      { metadata: { n: Number.NaN } },
      { metadata: { text: 'x'.repeat(40_000) } },
      {
        get event_name() {
          throw new Error('mine');
        },
      },
    ];
    for (const one of wrong) expect(client.track(one as unknown as TrackingEvent).accepted).toBe(false);
    client.track(event());
    client.track(event());
    client.track(event());
    const report = await client.close({ timeoutMs: 50_000_000 });
    expect(client.track(event())).toMatchObject({ accepted: false, reason: 'closed' });
    expect([report.stored, report.dropped]).toEqual([2, 9]);
    expect(drops).toEqual([...Array(6).fill('not_json'), 'too_large', 'not_json', 'queue_full', 'closed']);
  });

  it('hands what waits to waitUntil once, and resolves it when all is sent', async () => {
    const handed: Promise<unknown>[] = [];
    const client = open({ delayMs: 50_000, waitUntil: (sending) => handed.push(sending) });
    for (let at = 0; at < 10; at += 1) client.track(event());
    expect(handed.length).toBe(1);
    await Promise.all(handed);
    expect(service.stored.size).toBe(10);
  });

  it('ends a call at once when its signal is aborted', async () => {
    service.answerWith(() => undefined);
    const ending = new AbortController();
    const client = open({ requestTimeoutMs: 50_000_000 });
    const calls = Promise.all([
      client.trackNow(event('a'), { signal: ending.signal, timeoutMs: 50_000_000 }),
      client.lookUp('b', { signal: ending.signal }).catch(({ code }) => code),
      client.dryRun(event(), { signal: ending.signal }).catch(({ code }) => code),
    ]);
    await expect.poll(() => service.taken.length).toBe(3);
    ending.abort();
    expect(await calls).toEqual([{ status: 'unsent', key: 'a', unknown: true }, 'ABORTED', 'ABORTED']);
    expect((await client.close({ timeoutMs: 1 })).unsent).toEqual([{ key: 'a', unknown: true, spooled: false }]);
  });
});

const lost = (response: { destroy(): void }): { end(): void } => ({ end: () => response.destroy() });
const retryAfter = (number: number): Record<string, string> =>
  number < 0.3 ? { 'retry-after': String(Math.ceil(number * 20)) } : {};

describe('the spool', () => {
  it('leaves on disk what close could not send, with the same bytes', async () => {
    service.answerWith((_taken, response) => json(response, 503, { code: 'UNAVAILABLE' }));
    const first = open({ spool: { folder, holdMs: Number.POSITIVE_INFINITY }, delayMs: 0 });
    for (let at = 0; at < 60; at += 1) first.track(event(`k${at}`));
    await expect.poll(() => service.taken.length).toBeGreaterThan(0);
    const report = await first.close({ timeoutMs: 1 });
    expect([report.unsent.length, report.unsent.every(({ spooled }) => spooled)]).toEqual([60, true]);
    const sent = new Map<string, string>();
    for (const { body, path: at } of service.taken)
      if (at.endsWith('batch'))
        for (const one of JSON.parse(body).events) sent.set(one.idempotencyKey, JSON.stringify(one));
    service.answerWith(honest(service));
    const second = open({ spool: { folder, holdMs: Number.POSITIVE_INFINITY }, delayMs: 0 });
    await expect.poll(() => service.stored.size).toBe(60);
    await second.close();
    for (const [key, text] of sent) expect(service.stored.get(key)).toBe(text);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps the caller from a slow disk, and has each event on it in the end', async () => {
    const fs = process.getBuiltinModule('node:fs');
    const written = fs.writeSync;
    let held = 0;
    const slow = (...words: unknown[]): number => {
      held += 1;
      for (const until = performance.now() + 2; performance.now() < until; );
      return Reflect.apply(written, fs, words);
    };
    service.answerWith((_taken, response) => json(response, 503, { code: 'UNAVAILABLE' }));
    const first = open({ spool: { folder }, delayMs: 0 });
    Object.assign(fs, { writeSync: slow });
    try {
      for (let at = 0; at < 300; at += 1) first.track(event(`s${at}`));
      expect(held).toBe(3);
    } finally {
      Object.assign(fs, { writeSync: written });
    }
    const report = await first.close({ timeoutMs: 1 });
    expect([report.unspooled, report.unsent.filter(({ spooled }) => spooled).length]).toEqual([0, 300]);
    service.answerWith(honest(service));
    await open({ spool: { folder }, delayMs: 0 }).close({ timeoutMs: 50_000_000 });
    expect([service.stored.size, readdirSync(folder)]).toEqual([300, []]);
  });

  it('leaves no file where events have their verdict before a slow disk has them', async () => {
    const fs = process.getBuiltinModule('node:fs');
    const written = fs.writeSync;
    const client = open({ spool: { folder }, delayMs: 0 });
    Object.assign(fs, {
      writeSync: (...words: unknown[]): number => {
        for (const until = performance.now() + 2; performance.now() < until; );
        return Reflect.apply(written, fs, words);
      },
    });
    try {
      for (let at = 0; at < 500; at += 1) client.track(event());
      expect(await client.flush()).toEqual({ sent: true, unsent: 0 });
    } finally {
      Object.assign(fs, { writeSync: written });
    }
    expect(await client.close()).toMatchObject({ stored: 500, unsent: [], unspooled: 0 });
    expect(readdirSync(folder)).toEqual([]);
  });
});
