import { readdirSync } from 'node:fs';
import { type Case, event, holds, RATE, same, until, type World } from './case.js';

const LONG = { timeoutMs: 3_600_000 };
const DAY_MS = 24 * 60 * 60 * 1000;
const track = (world: World, key: string) => world.ask('track', { event: event(key) });
const writes = ({ service }: World): string[] =>
  service.taken.filter((one) => one.method === 'POST').map(({ body }) => body);
const keys = ({ service }: World): string[] => [...service.stored.keys()].sort();
const counted = (report: unknown): number => {
  const { stored, duplicate } = report as { stored: number; duplicate: number };
  return Number(stored) + Number(duplicate);
};
/** So long does a frozen process miss of its client's time. */
const pass = (clientMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, clientMs / RATE));

const freezeCases: readonly Case[] = [
  {
    group: 'freeze',
    name: 'a request whose connection ended meanwhile is made again with the same bytes',
    async run(world) {
      world.service.faults = [{ kind: 'silent' }];
      await world.open();
      await track(world, 'a');
      await until(() => world.service.taken.length === 1, 'a request');
      world.freeze();
      world.service.cut();
      world.thaw();
      same(counted(await world.ask('close', LONG)), 1, 'events stored');
      same([keys(world), new Set(writes(world)).size], [['a'], 1], 'keys, and different bodies');
    },
  },
  ...([1, 3] as const).map(
    (count): Case => ({
      group: 'freeze',
      name: `an answer that came meanwhile, later than its request may take, is found (${count})`,
      async run(world) {
        world.service.faults = [{ kind: 'held' }];
        await world.open({ requestTimeoutMs: 40_000, delayMs: 3_000_000 });
        for (let at = 0; at < count; at += 1) await track(world, `k${at}`);
        const closing = world.ask('close', LONG);
        await until(() => world.service.taken.length === 1, 'a request');
        world.freeze();
        world.service.release();
        await pass(60_000);
        world.thaw();
        same(counted(await closing), count, 'events stored');
        same([keys(world).length, new Set(writes(world)).size], [count, 1], 'keys, and different bodies');
      },
    }),
  ),
  {
    group: 'freeze',
    name: 'events that waited are sent afterwards',
    async run(world) {
      await world.open({ delayMs: 40_000 });
      await track(world, 'a');
      world.freeze();
      await pass(60_000);
      world.thaw();
      await until(() => world.service.stored.size === 1, 'the event');
      same(counted(await world.ask('close', LONG)), 1, 'events stored');
    },
  },
];

const forks = (name: string, run: Case['run']): Case => ({ group: 'fork', name, needs: 'fork', run });
const fork = async (world: World, names: readonly string[]): Promise<Record<string, unknown>> => {
  const { report, error } = await world.ask('fork', { events: names.map((key) => event(key)), ...LONG });
  holds(typeof report === 'object' && report !== null, `the child gave no report: ${String(error)}`);
  return report as Record<string, unknown>;
};

const forkCases: readonly Case[] = [
  forks('the child sends its own, and the parent what waited', async (world) => {
    await world.open({ delayMs: 3_000_000 });
    for (const key of ['a', 'b']) await track(world, key);
    const child = await fork(world, ['c', 'd']);
    same([counted(child), child.unsent], [2, []], 'report of the child');
    const parent = await world.ask('close', LONG);
    same([counted(parent), parent.unsent], [2, []], 'report of the parent');
    same(keys(world), ['a', 'b', 'c', 'd'], 'keys in the service');
  }),
  forks('a child that tracks nothing ends', async (world) => {
    await world.open({ delayMs: 3_000_000 });
    await track(world, 'a');
    same(counted(await fork(world, [])), 0, 'events stored by the child');
    same(counted(await world.ask('close', LONG)), 1, 'events stored by the parent');
  }),
  forks('a fork before the first event loses nothing', async (world) => {
    await world.open();
    same(counted(await fork(world, ['a', 'b', 'c'])), 3, 'events stored by the child');
    await track(world, 'd');
    same(counted(await world.ask('close', LONG)), 1, 'events stored by the parent');
  }),
  forks('a fork in the middle of a request loses nothing', async (world) => {
    world.service.faults = [{ kind: 'silent' }];
    await world.open({ delayMs: 0 });
    await track(world, 'a');
    await until(() => world.service.taken.length === 1, 'a request');
    const child = await fork(world, ['b']);
    same([counted(child), child.unsent], [1, []], 'report of the child');
    same(counted(await world.ask('close', LONG)), 1, 'events stored by the parent');
    same(keys(world), ['a', 'b'], 'keys in the service');
  }),
  forks('children of one client have keys of their own', async (world) => {
    await world.open();
    for (let at = 0; at < 3; at += 1) {
      const { report } = await world.ask('fork', { events: [event(), event()], ...LONG });
      same(counted(report), 2, 'events stored by the child');
    }
    same(world.service.stored.size, 6, 'keys in the service');
  }),
  {
    group: 'fork',
    name: 'parent and child share a spool, and leave nothing in it',
    needs: 'fork',
    async run(world) {
      await world.open({ spoolFolder: world.folder, delayMs: 3_000_000 });
      await track(world, 'a');
      same(counted(await fork(world, ['b'])), 1, 'events stored by the child');
      same(counted(await world.ask('close', LONG)), 1, 'events stored by the parent');
      same([keys(world), readdirSync(world.folder)], [['a', 'b'], []], 'keys, and files');
    },
  },
];

/** Sets the wall clock while an event waits to be sent again. */
const clocks = (name: string, jumpMs: number, run: (world: World) => Promise<void>): Case => ({
  group: 'clock',
  name,
  needs: 'clock',
  async run(world) {
    world.service.faults = [{ kind: 'status', status: 503, headers: { 'retry-after': '20' } }];
    await world.open({ delayMs: 0, retryForMs: 3_600_000 });
    await track(world, 'a');
    await until(() => world.service.taken.length === 1, 'a request');
    await world.ask('clock', { jumpMs });
    await run(world);
  },
});

const clockCases: readonly Case[] = [
  ...[2 * DAY_MS, -2 * DAY_MS].flatMap((jumpMs) => {
    const way = jumpMs > 0 ? 'forward' : 'back';
    return [
      clocks(`an event outlives a clock that is set ${way}, with its bytes`, jumpMs, async (world) => {
        same(counted(await world.ask('close', LONG)), 1, 'events stored');
        same(new Set(writes(world)).size, 1, 'different bodies');
      }),
      clocks(`Retry-After is waited for although the clock is set ${way}`, jumpMs, async (world) => {
        await world.ask('close', LONG);
        const [first, second] = world.service.taken;
        holds(((second?.atMs ?? 0) - (first?.atMs ?? 0)) * RATE >= 19_000, 'it was sent again before Retry-After');
      }),
    ];
  }),
  {
    group: 'clock',
    name: 'an event expires although the clock is set back',
    needs: 'clock',
    async run(world) {
      world.service.faults = Array.from({ length: 200 }, () => ({ kind: 'status', status: 503 }) as const);
      await world.open({ delayMs: 0, retryForMs: 100_000 });
      await track(world, 'a');
      await until(() => world.service.taken.length >= 1, 'a request');
      await world.ask('clock', { jumpMs: -DAY_MS });
      same((await world.ask('close', LONG)).dropped, 1, 'dropped');
    },
  },
];

export const processCases: readonly Case[] = [...freezeCases, ...forkCases, ...clockCases];
