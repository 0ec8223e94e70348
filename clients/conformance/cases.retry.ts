import { type Case, event, holds, RATE, same, type World } from './case.js';
import type { Fault } from './service.js';

const RETRIED = [408, 429, 500, 502, 503, 504];
const FINAL = [400, 401, 403, 404, 409, 413, 415, 422];
const writes = ({ service }: World): string[] =>
  service.taken.filter((one) => one.method === 'POST').map(({ body }) => body);
const LONG = { timeoutMs: 3_600_000 };
/** Events wait for each other until the client is closed, however long a busy machine takes over each. */
const UNTIL_CLOSE_MS = 3_000_000;

/** Each way in which events reach the service; answers how many were stored or refused. */
const WAYS: Readonly<Record<string, (world: World) => Promise<{ stored: number; refused: number }>>> = {
  async trackNow(world) {
    const { status } = await world.ask('trackNow', { event: event('k'), ...LONG });
    return { stored: Number(status === 'stored' || status === 'duplicate'), refused: Number(status === 'refused') };
  },
  async 'track, alone'(world) {
    await world.ask('track', { event: event('k') });
    await world.ask('flush', LONG);
    const report = await world.ask('close', LONG);
    return { stored: Number(report.stored) + Number(report.duplicate), refused: Number(report.refusedCount) };
  },
  async 'track, three'(world) {
    for (const key of ['a', 'b', 'c']) await world.ask('track', { event: event(key) });
    const report = await world.ask('close', LONG);
    return { stored: Number(report.stored) + Number(report.duplicate), refused: Number(report.refusedCount) };
  },
};

const waysWith = (group: string, name: string, run: (world: World, send: string) => Promise<void>): Case[] =>
  Object.keys(WAYS).map((send) => ({ group, name: `${name} (${send})`, run: (world) => run(world, send) }));

async function send(world: World, way: string): Promise<{ stored: number; refused: number }> {
  const run = WAYS[way];
  if (!run) throw new Error(`There is no way ${way}`);
  return run(world);
}

const total = (way: string): number => (way === 'track, three' ? 3 : 1);

const status = (code: number, headers?: Record<string, string>): Fault => ({
  kind: 'status',
  status: code,
  ...(headers ? { headers } : {}),
});

/** Every event is stored once, and each attempt had the same bytes. */
const survives = (name: string, faults: () => Fault[]): Case[] =>
  waysWith('retries', name, async (world, way) => {
    world.service.faults = faults();
    await world.open({ delayMs: UNTIL_CLOSE_MS });
    same((await send(world, way)).stored, total(way), 'events stored');
    same(world.service.stored.size, total(way), 'keys in the service');
    same(new Set(writes(world)).size, 1, 'different bodies');
  });

export const retryCases: readonly Case[] = [
  ...RETRIED.flatMap((code) => survives(`${code} is retried with the same bytes`, () => [status(code), status(code)])),
  ...survives('a connection that is cut is retried', () => [{ kind: 'cut' }]),
  ...survives('an answer that is lost is retried', () => [{ kind: 'cut', stores: true }]),
  ...survives('a request without an answer is retried', () => [{ kind: 'silent' }]),
  ...survives('a success that is not JSON is no proof', () => [{ kind: 'status', status: 200, body: '<html>' }]),
  ...survives('an empty success is no proof', () => [{ kind: 'status', status: 200, body: '' }]),
  ...survives('a success that names no event is no proof', () => [
    { kind: 'status', status: 200, body: '{"tracked":true}' },
  ]),
  ...survives('a success without flags is no proof', () => [{ kind: 'status', status: 200, body: '{}' }]),
  ...FINAL.flatMap((code) =>
    waysWith('refusals', `${code} is final`, async (world, way) => {
      const halved = code === 413 && total(way) > 1;
      world.service.faults = Array.from({ length: halved ? 9 : 1 }, () => status(code));
      await world.open({ delayMs: UNTIL_CLOSE_MS });
      same((await send(world, way)).refused, total(way), 'events refused');
      const bodies = writes(world);
      same(new Set(bodies).size, bodies.length, 'bodies sent once');
      if (!halved) same(bodies.length, 1, 'requests');
    }),
  ),
  ...[429, 503].flatMap((code) => [
    ...waysWith('retries', `${code} waits for the seconds of Retry-After`, (world, way) =>
      waits(world, way, status(code, { 'retry-after': '20' })),
    ),
    ...waysWith('retries', `${code} with a Retry-After that cannot be read is retried`, async (world, way) => {
      world.service.faults = [status(code, { 'retry-after': 'soon' })];
      await world.open({ delayMs: UNTIL_CLOSE_MS });
      same((await send(world, way)).stored, total(way), 'events stored');
    }),
  ]),
  ...[408, 500, 502, 503, 504].map(
    (code): Case => ({
      group: 'look-up',
      name: `a single event is looked up before its first resend after ${code}`,
      run: (world) => looksUp(world, status(code), ['POST', 'GET', 'POST']),
    }),
  ),
  {
    group: 'look-up',
    name: 'a single event that was stored is not sent again',
    run: (world) => looksUp(world, { kind: 'cut', stores: true }, ['POST', 'GET']),
  },
  {
    group: 'look-up',
    name: 'a single event without an answer is looked up',
    run: (world) => looksUp(world, { kind: 'silent' }, ['POST', 'GET', 'POST']),
  },
  ...[429, 500].map(
    (code): Case => ({
      group: 'retries',
      name: `of a 207 only the item with ${code} is sent again`,
      async run(world) {
        world.service.faults = [{ kind: 'items', at: [1], status: code, code: 'MOCK' }];
        await world.open({ delayMs: UNTIL_CLOSE_MS });
        same((await send(world, 'track, three')).stored, 3, 'events stored');
        const [, second = ''] = writes(world);
        holds(
          second.includes('"b"') && !second.includes('"a"') && !second.includes('"c"'),
          'another item was sent again',
        );
      },
    }),
  ),
  {
    group: 'retries',
    name: 'of a 207 with Retry-After the rest waits',
    run: (world) =>
      waits(world, 'track, three', {
        kind: 'items',
        at: [1],
        status: 429,
        code: 'MOCK',
        headers: { 'retry-after': '20' },
      }),
  },
  ...[400, 403, 409, 413].map(
    (code): Case => ({
      group: 'refusals',
      name: `an item with ${code} is refused, and the others are stored`,
      async run(world) {
        world.service.faults = [{ kind: 'items', at: [0, 2], status: code, code: 'MOCK' }];
        await world.open({ delayMs: UNTIL_CLOSE_MS });
        same(await send(world, 'track, three'), { stored: 1, refused: 2 }, 'outcome');
        same(writes(world).length, 1, 'requests');
      },
    }),
  ),
];

async function waits(world: World, way: string, fault: Fault): Promise<void> {
  world.service.faults = [fault];
  await world.open({ delayMs: UNTIL_CLOSE_MS });
  same((await send(world, way)).stored, total(way), 'events stored');
  const [first, second] = world.service.taken;
  holds(((second?.atMs ?? 0) - (first?.atMs ?? 0)) * RATE >= 19_000, 'it was sent again before Retry-After');
}

async function looksUp(world: World, fault: Fault, methods: readonly string[]): Promise<void> {
  world.service.faults = [fault];
  await world.open();
  same((await send(world, 'trackNow')).stored, 1, 'events stored');
  same(
    world.service.taken.map(({ method }) => method),
    methods,
    'requests',
  );
}
