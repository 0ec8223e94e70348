import { addDays, type DayWindow } from '../../server/adoption/day.rules.js';
import type { Held, ToolFigures } from '../../server/adoption/evidence/index.js';
import { type PublicationRules, windowOf } from '../../server/adoption/publishing/publication.rules.js';
import { composeSnapshot, type SnapshotTool } from '../../server/adoption/publishing/snapshot.rules.js';
import {
  type PeriodId,
  type PublishedPeriods,
  periodDays,
  periodIds,
  type ToolBasis,
} from '../../server/adoption/publishing/snapshot.types.js';

/** Numbers from 0 to 1 that are the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A developer of a tool: the day numbers on which they sent so many events. */
export interface WorldDeveloper {
  readonly account: number;
  readonly days: ReadonlyMap<number, number>;
  readonly activated: number | null;
  readonly returned: number | null;
}

export interface WorldTool extends SnapshotTool {
  readonly label: 'first-party' | 'sample';
  readonly developers: readonly WorldDeveloper[];
}

export interface World {
  readonly tools: readonly WorldTool[];
  /** The first day with a snapshot, as a number, and how many follow each other. */
  readonly firstDay: number;
  readonly days: number;
}

const DAY_ZERO = '2026-01-01';
export const dayOf = (day: number): string => addDays(DAY_ZERO, day);
const numberOf = (day: string): number => Math.round((Date.parse(day) - Date.parse(DAY_ZERO)) / 86_400_000);

/** A random world of a few small tools: small numbers are where rules can fail. */
export function randomWorld(seed: number, days = 12): World {
  const random = randomOf(seed);
  const upTo = (max: number): number => Math.floor(random() * (max + 1));
  const firstDay = 100;
  const last = firstDay + days - 1;
  const developer = (accounts: number, habit: number, starts: number): WorldDeveloper => {
    const active = new Map<number, number>();
    for (let day = starts; day <= last; day += 1) if (random() < habit) active.set(day, 1 + upTo(2));
    const seen = [...active.keys()];
    const activated = seen.length > 0 && random() < 0.6 ? (seen[upTo(Math.min(3, seen.length - 1))] ?? null) : null;
    const returned = activated === null ? null : (seen.find((day) => day >= activated + 8) ?? null);
    return { account: Math.floor(random() ** 2 * accounts), days: active, activated, returned };
  };
  const tool = (index: number): WorldTool => {
    const size = 8 + upTo(40);
    const accounts = 2 + upTo(size);
    const habit = 0.01 + random() * 0.15;
    const late = random();
    const developers = Array.from({ length: size }, () => developer(accounts, habit, upTo(Math.floor(last * late))));
    if (random() < 0.3) {
      const heavy = developer(accounts, 0.8, upTo(last));
      developers.push({ ...heavy, days: new Map([...heavy.days].map(([day, events]) => [day, events * 10])) });
    }
    const slug = `tool-${index}`;
    return {
      id: `tol_${index}`,
      slug,
      name: slug,
      categories: ['all', index % 2 ? 'odd' : 'even'],
      docs: { url: 'https://example.com', llmsTxt: null, openapi: null },
      label: 'first-party',
      developers,
    };
  };
  return { tools: Array.from({ length: 4 + upTo(2) }, (_, index) => tool(index)), firstDay, days };
}

const heldBy = (totals: Iterable<number>): Held => {
  const sorted = [...totals].sort((a, b) => b - a);
  const total = sorted.reduce((sum, one) => sum + one, 0);
  return { total, top1: sorted[0] ?? 0, top2: (sorted[0] ?? 0) + (sorted[1] ?? 0) };
};

const counted = new WeakMap<WorldTool, Map<string, ToolFigures>>();

/** The true figures of a tool of the world in a window; counted once. */
export function trueFigures(tool: WorldTool, window: DayWindow): ToolFigures {
  const known = counted.get(tool) ?? new Map<string, ToolFigures>();
  counted.set(tool, known);
  const key = `${window.from} ${window.to}`;
  const figures = known.get(key) ?? countFigures(tool, window);
  known.set(key, figures);
  return figures;
}

function countFigures(tool: WorldTool, { from, to }: DayWindow): ToolFigures {
  const [first, last] = [numberOf(from), numberOf(to)];
  const within = (day: number | null): boolean => day !== null && day >= first && day <= last;
  const rows = tool.developers.flatMap((one) => {
    let events = 0;
    for (const [day, count] of one.days) if (within(day)) events += count;
    return events === 0
      ? []
      : [
          {
            ...one,
            events,
            activates: within(one.activated),
            returns: within(one.activated) && one.returned !== null && one.returned <= last,
          },
        ];
  });
  const byAccount = Map.groupBy(rows, ({ account }) => account);
  const heldOf = (count: (row: (typeof rows)[number]) => number): Held =>
    heldBy([...byAccount.values()].map((members) => members.reduce((sum, row) => sum + count(row), 0)));
  return {
    toolId: tool.id,
    label: tool.label,
    hasSource: true,
    events: rows.reduce((sum, { events }) => sum + events, 0),
    developers: rows.length,
    accounts: byAccount.size,
    activated: rows.filter(({ activates }) => activates).length,
    retained: rows.filter(({ returns }) => returns).length,
    toolCalls: { succeeded: 0, failed: 0 },
    held: {
      eventsByDeveloper: heldBy(rows.map(({ events }) => events)),
      eventsByAccount: heldOf(({ events }) => events),
      developersByAccount: heldOf(() => 1),
      activatedByAccount: heldOf(({ activates }) => Number(activates)),
      retainedByAccount: heldOf(({ returns }) => Number(returns)),
    },
  };
}

/** A day's public answers. */
export interface PublicDay {
  readonly day: number;
  readonly periods: PublishedPeriods;
}

/** Publishes the world's days one after the other, as the job does. */
export function publishWorld(world: World, rules: PublicationRules): PublicDay[] {
  let basis: ReadonlyMap<string, ToolBasis> = new Map();
  const published: PublicDay[] = [];
  const before = new Map<string, number | null>();
  for (let day = world.firstDay; day < world.firstDay + world.days; day += 1) {
    const figuresOf = (period: PeriodId) =>
      new Map(world.tools.map((tool) => [tool.id, trueFigures(tool, windowOf(period, dayOf(day)))]));
    const composed = composeSnapshot(
      {
        day: dayOf(day),
        tools: world.tools,
        figures: { '7d': figuresOf('7d'), '30d': figuresOf('30d'), '90d': figuresOf('90d') },
        basis,
        developersSince: (toolId, from) => {
          const tool = world.tools.find(({ id }) => id === toolId);
          return tool && from < dayOf(day)
            ? trueFigures(tool, { from: addDays(from, 1), to: dayOf(day) }).developers
            : 0;
        },
        publishedBefore: (toolId, period) => before.get(`${toolId} ${period} ${day - periodDays[period]}`) ?? null,
      },
      rules,
    );
    basis = composed.basis;
    for (const period of periodIds)
      for (const row of composed.periods[period].rows) before.set(`${row.tool.id} ${period} ${day}`, row.developers);
    published.push({ day, periods: composed.periods });
  }
  return published;
}
