import { readdirSync } from 'node:fs';
import { type Case, event, holds, KEY, same, until, type World } from './case.js';
import { startMockService } from './service.js';

const LONG = { timeoutMs: 3_600_000 };
const track = (world: World, key?: string, more?: Readonly<Record<string, unknown>>) =>
  world.ask('track', { event: event(key, more) });
const only = (world: World): Record<string, unknown> => JSON.parse([...world.service.stored.values()][0] ?? 'null');

const add = (group: string, name: string, run: Case['run'], needs?: Case['needs']): Case => ({
  group,
  name,
  run,
  ...(needs ? { needs } : {}),
});

/** The one event that was stored, after a client with usual options has tracked it. */
async function stored(world: World, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  await world.open();
  await world.ask('track', { event: given });
  await world.ask('close', LONG);
  return only(world);
}

export const contractCases: readonly Case[] = [
  add('verdicts', 'stored has the id of the event', async (world) => {
    await world.open();
    const { status, key, eventId } = await world.ask('trackNow', { event: event('k'), ...LONG });
    same([status, key, eventId], ['stored', 'k', 'evt_k'], 'verdict');
  }),
  add('verdicts', 'an equal event is a duplicate', async (world) => {
    await world.open();
    const one = event('k', { occurredAt: '2026-01-02T03:04:05Z' });
    await world.ask('trackNow', { event: one, ...LONG });
    same((await world.ask('trackNow', { event: one, ...LONG })).status, 'duplicate', 'verdict');
  }),
  add('verdicts', 'a changed event is refused', async (world) => {
    await world.open();
    await world.ask('trackNow', { event: event('k', { occurredAt: '2026-01-02T03:04:05Z' }), ...LONG });
    const { status } = await world.ask('trackNow', {
      event: event('k', { occurredAt: '2026-01-03T03:04:05Z' }),
      ...LONG,
    });
    same(status, 'refused', 'verdict');
  }),
  add('verdicts', 'an ignored event is ignored, and not sent again', async (world) => {
    world.service.ignored = 'product-1';
    await world.open();
    same((await world.ask('trackNow', { event: event('k'), ...LONG })).status, 'ignored', 'verdict');
    same(world.service.taken.length, 1, 'requests');
  }),
  add('verdicts', 'a batch has a verdict for each event, in their order', async (world) => {
    await world.open();
    const events = ['c', 'a', 'b'].map((key) => event(key));
    const { verdicts } = await world.ask('batch', { events, ...LONG });
    same(
      (verdicts as { key: string; status: string }[]).map(({ key, status }) => `${key} ${status}`),
      ['c stored', 'a stored', 'b stored'],
      'verdicts',
    );
  }),
  add('verdicts', 'a dry run stores nothing', async (world) => {
    await world.open();
    same((await world.ask('dryRun', { event: event('k') })).accepted, true, 'accepted');
    same(world.service.stored.size, 0, 'keys in the service');
  }),
  add('verdicts', 'a look-up finds what is stored and nothing else', async (world) => {
    await world.open();
    await world.ask('trackNow', { event: event('a key/ü&%'), ...LONG });
    same((await world.ask('lookUp', { key: 'a key/ü&%' })).found, true, 'found');
    same((await world.ask('lookUp', { key: 'other' })).found, false, 'found');
  }),
  ...[1, 49, 50, 51, 120].map((count) =>
    add('batches', `${count} events take ${Math.ceil(count / 50)} requests of 50 at most`, async (world) => {
      await world.open();
      const events = Array.from({ length: count }, (_one, at) => event(`k${at}`));
      await world.ask('batch', { events, ...LONG });
      same(world.service.stored.size, count, 'keys in the service');
      same(world.service.taken.length, Math.ceil(count / 50), 'requests');
    }),
  ),
  add('identity', 'the given key is the key', async (world) => {
    same((await stored(world, event('mine'))).idempotencyKey, 'mine', 'key');
  }),
  add('identity', 'event_id is the key where it is given', async (world) => {
    const one = await stored(world, event(undefined, { event_id: 'mine' }));
    same([one.event_id, one.idempotencyKey ?? 'mine'], ['mine', 'mine'], 'key');
  }),
  add('identity', 'keys that are made differ', async (world) => {
    await world.open();
    for (let at = 0; at < 100; at += 1) await track(world);
    await world.ask('close', LONG);
    same(world.service.stored.size, 100, 'keys in the service');
  }),
  add('identity', 'track reports the key that is stored', async (world) => {
    await world.open();
    const { key } = await track(world);
    await world.ask('close', LONG);
    same([...world.service.stored.keys()], [key], 'keys in the service');
  }),
  add('identity', 'the time is that of the call', async (world) => {
    const { occurredAt } = await stored(world, event('k'));
    holds(typeof occurredAt === 'string' && !Number.isNaN(Date.parse(occurredAt)), 'there is no time');
  }),
  add('identity', 'a given time stays as it is', async (world) => {
    const given = '2026-01-02T03:04:05+02:00';
    same((await stored(world, event('k', { occurredAt: given }))).occurredAt, given, 'time');
  }),
  add('identity', 'a time that is null is left out', async (world) => {
    same((await stored(world, event('k', { occurredAt: null }))).occurredAt ?? null, null, 'time');
  }),
  add('identity', 'the product of the options is added', async (world) => {
    same((await stored(world, event('k'))).product, { id: 'product-1', name: 'Product', type: 'api' }, 'product');
  }),
  add('identity', 'a given product stays', async (world) => {
    const product = { id: 'other', name: 'Other', type: 'sdk' };
    same((await stored(world, event('k', { product }))).product, product, 'product');
  }),
  add('identity', 'texts of every script arrive', async (world) => {
    const metadata = { note: 'ü 漢字 🙂 \u2028 "quoted" \\ \n' };
    same((await stored(world, event('k', { metadata }))).metadata, metadata, 'metadata');
  }),
  add('identity', 'numbers arrive as they are', async (world) => {
    const metadata = { a: 0, b: -1.5, c: 1e21, d: 0.1 };
    same((await stored(world, event('k', { metadata }))).metadata, metadata, 'metadata');
  }),
  add('identity', 'the order of members does not change the bytes', async (world) => {
    await world.open();
    const when = { occurredAt: '2026-01-02T03:04:05Z' };
    await world.ask('trackNow', { event: event('k', { ...when, metadata: { a: 1, b: 2 } }), ...LONG });
    await world.ask('trackNow', { event: event('k', { metadata: { b: 2, a: 1 }, ...when }), ...LONG });
    same(new Set(world.service.taken.map(({ body }) => body)).size, 1, 'different bodies');
  }),
  add('flush and close', 'flush leaves nothing unsent', async (world) => {
    await world.open({ delayMs: 3_000_000 });
    for (let at = 0; at < 130; at += 1) await track(world, `k${at}`);
    same((await world.ask('flush', LONG)).unsent, 0, 'unsent');
    same(world.service.stored.size, 130, 'keys in the service');
  }),
  add('flush and close', 'flushes may overlap', async (world) => {
    await world.open({ delayMs: 3_000_000 });
    await track(world, 'a');
    await Promise.all([world.ask('flush', LONG), world.ask('flush', LONG), world.ask('flush', LONG)]);
    same(world.service.stored.size, 1, 'keys in the service');
  }),
  add('flush and close', 'flush with nothing to send ends', async (world) => {
    await world.open();
    same((await world.ask('flush', LONG)).unsent, 0, 'unsent');
    same(world.service.taken.length, 0, 'requests');
  }),
  add('flush and close', 'flush ends when its time is over', async (world) => {
    world.service.faults = [{ kind: 'silent' }];
    await world.open({ requestTimeoutMs: 3_000_000 });
    await track(world, 'a');
    same((await world.ask('flush', { timeoutMs: 2_000 })).unsent, 1, 'unsent');
  }),
  add('flush and close', 'close reports every outcome', async (world) => {
    await world.open({ delayMs: 3_000_000 });
    const when = { occurredAt: '2026-01-02T03:04:05Z' };
    for (const key of ['a', 'a', 'b']) await track(world, key, when);
    await track(world, 'b', { occurredAt: '2026-01-03T03:04:05Z' });
    const report = await world.ask('close', LONG);
    same(
      [report.stored, report.duplicate, report.ignored, report.refusedCount, report.dropped],
      [2, 1, 0, 1, 0],
      'report',
    );
  }),
  add('flush and close', 'close lists what it could not send', async (world) => {
    world.service.faults = [{ kind: 'silent' }];
    await world.open({ requestTimeoutMs: 3_000_000 });
    await track(world, 'a');
    await until(() => world.service.taken.length === 1, 'a request');
    const { unsent } = await world.ask('close', { timeoutMs: 1_000 });
    same(
      (unsent as { key: string; unknown: boolean }[]).map(({ key, unknown }) => [key, unknown]),
      [['a', true]],
      'unsent',
    );
  }),
  add('flush and close', 'close reports the same when it is called again', async (world) => {
    await world.open();
    await track(world, 'a');
    const [first, second] = [await world.ask('close', LONG), await world.ask('close', LONG)];
    same({ ...second, id: 0 }, { ...first, id: 0 }, 'report');
  }),
  add('flush and close', 'an event after close is dropped', async (world) => {
    await world.open();
    await world.ask('close', LONG);
    const { accepted, reason } = await track(world, 'a');
    same([accepted, reason], [false, 'closed'], 'answer');
  }),
  ...(
    [
      ['queueEventsMax', { queueEventsMax: 3, delayMs: 3_000_000 }, 3],
      ['queueBytesMax', { queueBytesMax: 700, delayMs: 3_000_000 }, null],
    ] as const
  ).map(([name, options, most]) =>
    add('capacity', `${name} bounds what waits, and drops are counted`, async (world) => {
      await world.open(options);
      for (let at = 0; at < 10; at += 1) await track(world, `k${at}`);
      const report = await world.ask('close', LONG);
      same(Number(report.stored) + Number(report.dropped), 10, 'stored and dropped');
      holds(Number(report.dropped) > 0, 'nothing was dropped');
      if (most !== null) same(report.stored, most, 'stored');
    }),
  ),
  add('capacity', 'an event over 32 KiB is dropped and not sent', async (world) => {
    await world.open();
    same((await track(world, 'a', { metadata: { text: 'x'.repeat(40_000) } })).reason, 'too_large', 'reason');
    same((await world.ask('close', LONG)).dropped, 1, 'dropped');
    same(world.service.taken.length, 0, 'requests');
  }),
  add('capacity', 'an event over 32 KiB by its bytes, and not by its characters, is dropped', async (world) => {
    await world.open();
    same((await track(world, 'a', { metadata: { text: 'ü'.repeat(17_000) } })).reason, 'too_large', 'reason');
  }),
  add('capacity', 'an event expires when it was retried for as long as it may be', async (world) => {
    world.service.faults = Array.from({ length: 50 }, () => ({ kind: 'status', status: 503 }) as const);
    await world.open({ retryForMs: 5_000 });
    await track(world, 'a');
    same((await world.ask('close', LONG)).dropped, 1, 'dropped');
  }),
  ...[301, 302, 303, 307, 308].map((status) =>
    add('redirects', `${status} to another host is not followed`, async (world) => {
      const headers = { location: world.service.url.replace('127.0.0.1', 'localhost') };
      world.service.faults = [{ kind: 'status', status, headers }];
      await world.open();
      same((await world.ask('trackNow', { event: event('k'), ...LONG })).status, 'refused', 'verdict');
      same(world.service.taken.length, 1, 'requests');
    }),
  ),
  add('redirects', '307 to another port of the host is not followed', async (world) => {
    const other = await startMockService();
    try {
      const headers = { location: `${other.url}/api/usage/track` };
      world.service.faults = [{ kind: 'status', status: 307, headers }];
      await world.open();
      same((await world.ask('trackNow', { event: event('k'), ...LONG })).status, 'refused', 'verdict');
      same(other.taken.length, 0, 'requests to the other port');
    } finally {
      await other.close();
    }
  }),
  add('redirects', 'a circle of redirects is ended', async (world) => {
    const headers = { location: '/api/usage/track' };
    world.service.faults = Array.from({ length: 100 }, () => ({ kind: 'status', status: 308, headers }) as const);
    await world.open();
    same((await world.ask('trackNow', { event: event('k'), ...LONG })).status, 'refused', 'verdict');
    holds(world.service.taken.length <= 20, 'more than 20 redirects were followed');
  }),
  ...[307, 308].map((status) =>
    add('redirects', `${status} within the host keeps method and body`, async (world) => {
      world.service.faults = [{ kind: 'status', status, headers: { location: '/moved/api/usage/track' } }];
      await world.open();
      same((await world.ask('trackNow', { event: event('k'), ...LONG })).status, 'stored', 'verdict');
      same(new Set(world.service.taken.map(({ body }) => body)).size, 1, 'different bodies');
    }),
  ),
  add('secrets', 'the key is in the header of each request and nowhere else', async (world) => {
    world.service.faults = [{ kind: 'status', status: 401 }];
    await world.open();
    await world.ask('trackNow', { event: event('k'), ...LONG });
    await world.ask('lookUp', { key: 'k' });
    const wrong = world.service.taken.filter(
      ({ authorization, path, body }) => authorization !== `Bearer ${KEY}` || (path + body).includes(KEY),
    );
    same(wrong.length, 0, 'requests that hold it elsewhere, or not at all');
  }),
  add('secrets', 'an inspection of the client does not show the key', async (world) => {
    await world.open();
    holds(!JSON.stringify(await world.ask('inspect')).includes(KEY), 'the key is shown');
  }),
  ...['dai_canary_7f3a9c', '', `${KEY}\n${KEY}`, `${KEY} x`].map((key, at) =>
    add('secrets', `key ${at + 1} that cannot be one is refused and not repeated`, async (world) => {
      const { error } = await world.open({ key });
      holds(typeof error === 'string' && error !== '', 'it was taken');
      holds(!String(error).includes('canary'), 'the error repeats it');
    }),
  ),
  add('secrets', 'an error of an unreachable service does not hold the key', async (world) => {
    await world.open({ url: 'http://127.0.0.1:9' });
    const { error } = await world.ask('lookUp', { key: 'k' });
    holds(typeof error === 'string' && !error.includes(KEY), 'there is no error, or it holds the key');
    holds(!world.output().includes(KEY), 'the output of the process holds the key');
  }),
  add('secrets', 'an address without encryption is refused beyond the machine', async (world) => {
    holds(typeof (await world.open({ url: 'http://service.example' })).error === 'string', 'it was taken');
  }),
  ...[1, 40, 130].map((count) =>
    add(
      'spool',
      `${count} events of a killed process are sent by the next`,
      (world) => survivesKill(world, count),
      'spool',
    ),
  ),
  add(
    'spool',
    'one event of a killed process, which may have sent it, is looked up',
    async (world) => {
      world.service.faults = [{ kind: 'silent' }];
      await world.open({ spoolFolder: world.folder, delayMs: 0 });
      await track(world, 'a');
      await until(() => world.service.taken.length > 0, 'a request');
      await world.restart();
      await world.open({ spoolFolder: world.folder });
      await world.ask('close', LONG);
      same(world.service.taken[1]?.method, 'GET', 'the first request of the next process');
      same(world.service.stored.size, 1, 'keys in the service');
    },
    'spool',
  ),
  add(
    'spool',
    'events that close could not send are sent by the next client',
    async (world) => {
      world.service.faults = Array.from({ length: 9 }, () => ({ kind: 'status', status: 503 }) as const);
      await world.open({ spoolFolder: world.folder });
      for (const key of ['a', 'b']) await track(world, key);
      same(((await world.ask('close', { timeoutMs: 500 })).unsent as unknown[]).length, 2, 'unsent');
      world.service.faults = [];
      await world.open({ spoolFolder: world.folder });
      await world.ask('close', LONG);
      same([...world.service.stored.keys()].sort(), ['a', 'b'], 'keys in the service');
    },
    'spool',
  ),
  add(
    'spool',
    'a folder with nothing left is empty after close',
    async (world) => {
      await world.open({ spoolFolder: world.folder });
      await track(world, 'a');
      await world.ask('close', LONG);
      same(readdirSync(world.folder), [], 'files');
    },
    'spool',
  ),
];

async function survivesKill(world: World, count: number): Promise<void> {
  world.service.faults = Array.from({ length: 500 }, () => ({ kind: 'cut' }) as const);
  await world.open({ spoolFolder: world.folder });
  for (let at = 0; at < count; at += 1) await track(world, `k${at}`);
  await until(() => world.service.taken.length > 0, 'a request');
  const first = world.service.taken.map(({ body }) => body);
  await world.restart();
  world.service.faults = [];
  await world.open({ spoolFolder: world.folder });
  await world.ask('close', LONG);
  same(world.service.stored.size, count, 'keys in the service');
  const texts = [...world.service.stored.values()];
  holds(
    first.some((body) => texts.some((text) => body.includes(text))),
    'the bytes changed over the restart',
  );
}
