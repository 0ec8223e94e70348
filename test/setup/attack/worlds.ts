import type { ToolOfWorld, Visit, World } from './world.types.js';

const FIRST_DAY = '2026-03-02'; // a Monday
const HISTORY_DAYS = 120; // the 90 days of the first snapshot, and who matured in them

/** A generator whose draws depend on its seed alone (SplitMix32). */
export function drawing(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
  };
}

/** How the developers of a tool come, in terms that the kinds of worlds differ in. */
interface Habit {
  /** Developers who are there from the start. */
  readonly loyal: number;
  /** Developers who come anew on a day, on average. */
  readonly joining: number;
  /** How many days a developer who came anew stays; 1 for those who come once. */
  readonly staysDays: number;
  /** The chance that a developer who is there comes on a day. */
  readonly comes: number;
  readonly weekdaysOnly: boolean;
  /** Nobody comes before this day. */
  readonly launch: number;
  /** Days on which that many come who never came before: hackathons. */
  readonly bursts: readonly { readonly day: number; readonly size: number }[];
  /** Days on which nobody comes: holidays. */
  readonly closed: { readonly from: number; readonly to: number } | null;
  readonly eventsAverage: number;
  /** The chance to activate on a visit of somebody who hasn't. */
  readonly activates: number;
  readonly accounts: 'each' | 'several' | 'shared' | 'few';
  readonly withoutAccount: number;
  readonly calls: number;
  readonly late: number;
  readonly corrected: number;
}

const QUIET: Habit = {
  loyal: 24,
  joining: 0.3,
  staysDays: 40,
  comes: 0.35,
  weekdaysOnly: false,
  launch: -Infinity,
  bursts: [],
  closed: null,
  eventsAverage: 3,
  activates: 0.3,
  accounts: 'shared',
  withoutAccount: 0.1,
  calls: 0,
  late: 0,
  corrected: 0,
};

type Draw = () => number;
const between = (draw: Draw, from: number, to: number): number => from + Math.floor(draw() * (to - from + 1));

/** Each kind draws the size of its tool from those of which something is withheld, and some above. */
const KINDS: Readonly<Record<string, (draw: Draw, days: number) => Partial<Habit>>> = {
  steady: (draw) => ({ loyal: between(draw, 8, 60), comes: 0.2 + draw() * 0.6 }),
  busy: (draw) => ({ loyal: between(draw, 60, 140), joining: 3 + draw() * 4, staysDays: 10, eventsAverage: 6 }),
  bursts: (draw, days) => ({
    loyal: between(draw, 0, 12),
    joining: 0.1,
    comes: 0.15,
    bursts: Array.from({ length: between(draw, 1, 2 + Math.floor(days / 30)) }, () => ({
      day: between(draw, 0, days - 1),
      size: between(draw, 8, 45),
    })),
    staysDays: between(draw, 1, 4),
    eventsAverage: 2,
  }),
  holidays: (draw, days) => {
    const from = between(draw, 5, days - 15);
    return { loyal: between(draw, 15, 50), comes: 0.5, closed: { from, to: from + between(draw, 6, 12) } };
  },
  'one-shot': (draw) => ({
    loyal: 0,
    joining: 0.5 + draw() * 3,
    staysDays: 1,
    comes: 1,
    eventsAverage: 1,
    activates: 0.5,
  }),
  'account each': (draw) => ({ loyal: between(draw, 12, 50), accounts: 'each', withoutAccount: 0 }),
  young: (draw) => ({
    loyal: 0,
    joining: 1 + draw() * 2,
    launch: between(draw, -20, 10),
    activates: 1,
    staysDays: 60,
    comes: 0.3,
  }),
  launch: (draw, days) => {
    const launch = between(draw, 2, Math.min(days - 5, 30));
    const bursts = [{ day: launch, size: between(draw, 10, 60) }];
    return { loyal: 0, joining: draw() * 2, launch, bursts, staysDays: between(draw, 1, 20), eventsAverage: 2 };
  },
  paused: (draw, days) => {
    const loyal = between(draw, 3, 60);
    const accounts = (['each', 'several', 'shared', 'few'] as const)[between(draw, 0, 3)] ?? 'each';
    const often = {
      comes: 0.05 + draw() ** 2 * 0.3,
      activates: draw() < 0.5 ? 1 : 0.4,
      eventsAverage: between(draw, 1, 3),
    };
    return { ...often, loyal, joining: 0, accounts, launch: -45, closed: { from: 0, to: days } };
  },
  alone: (draw, days) => ({
    loyal: between(draw, 1, 3),
    joining: 0,
    comes: 0.8,
    launch: -45,
    closed: { from: 0, to: days },
  }),
  weeks: (draw) => ({ loyal: between(draw, 12, 50), comes: 0.7, weekdaysOnly: true }),
  'several accounts': (draw) => ({ loyal: between(draw, 12, 40), accounts: 'several', withoutAccount: 0.4 }),
  'few accounts': (draw) => ({ loyal: between(draw, 15, 50), accounts: 'few', withoutAccount: 0.2 }),
  'tool calls': (draw) => ({ loyal: between(draw, 12, 50), calls: 0.6, eventsAverage: 4 }),
  'two of the attacker': (draw) => ({ loyal: between(draw, 4, 40), joining: 0.1 }),
  'late and corrected': (draw) => ({ loyal: between(draw, 12, 40), late: 0.2, corrected: 0.05 }),
};
export const KIND_NAMES = Object.keys(KINDS);

interface Person {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly accounts: readonly (string | null)[];
  activated: boolean;
}

/** A geometric draw of 1 and more. */
function eventsOf(draw: Draw, average: number): number {
  if (average <= 1) return 1;
  return Math.min(1000, 1 + Math.floor(Math.log(1 - draw()) / Math.log(1 - 1 / average)));
}

function accountsOf(draw: Draw, habit: Habit, slug: string, number: number): (string | null)[] {
  if (draw() < habit.withoutAccount) return [null];
  if (habit.accounts === 'each') return [`${slug}-${number}.example`];
  const shared = (of: number) => `${slug}-account-${Math.floor(draw() ** 1.5 * of)}.example`;
  if (habit.accounts === 'few') return [shared(6)];
  return Array.from({ length: habit.accounts === 'several' ? between(draw, 1, 3) : 1 }, () => shared(25));
}

function visitOf(draw: Draw, habit: Habit, person: Person, day: number): Visit {
  const events = eventsOf(draw, habit.eventsAverage);
  const calls = draw() < habit.calls ? between(draw, 1, events) : 0;
  const activates = !person.activated && draw() < habit.activates;
  person.activated ||= activates;
  return {
    developer: person.name,
    account: person.accounts[Math.floor(draw() * person.accounts.length)] ?? null,
    day,
    knownFrom: draw() < habit.late ? day + between(draw, 1, 6) : day,
    knownUntil: draw() < habit.corrected ? day + between(draw, 2, 20) : Infinity,
    events,
    activates,
    uses: activates || draw() < 0.8,
    calls,
    failedCalls: Array.from({ length: calls }).filter(() => draw() < 0.1).length,
  };
}

/** The visits of one tool, by day and then in the order in which its developers came first. */
function visitsOf(draw: Draw, habit: Habit, slug: string, days: number): Visit[] {
  const people: Person[] = [];
  const join = (from: number, to: number) => {
    const number = people.length;
    people.push({
      name: `${slug}-${number}`,
      from,
      to,
      accounts: accountsOf(draw, habit, slug, number),
      activated: false,
    });
  };
  for (let index = 0; index < habit.loyal; index += 1) join(-HISTORY_DAYS, Infinity);
  const visits: Visit[] = [];
  for (let day = -HISTORY_DAYS; day < days; day += 1) {
    if (day < habit.launch || (habit.closed && day >= habit.closed.from && day <= habit.closed.to)) continue;
    if (habit.weekdaysOnly && ((day % 7) + 7) % 7 > 4) continue;
    const before = people.length;
    const joining = habit.joining + draw();
    for (let index = 1; index <= joining; index += 1) join(day, day + habit.staysDays - 1);
    for (const burst of habit.bursts)
      if (burst.day === day) for (let index = 0; index < burst.size; index += 1) join(day, day + habit.staysDays - 1);
    for (const [index, person] of people.entries())
      if (person.to >= day && (index >= before || draw() < habit.comes)) visits.push(visitOf(draw, habit, person, day));
  }
  return visits;
}

/** A world of a kind; each has the victim's tool, and two of the attacker's beside it where its kind has them. */
export function worldOf(kind: string, seed: number, days: number): World {
  const draw = drawing(seed);
  const habit = KINDS[kind];
  if (!habit) throw new Error(`no world is of the kind ${kind}`);
  const tool = (slug: string, owner: ToolOfWorld['owner'], own: Partial<Habit>): ToolOfWorld => ({
    slug,
    category: 'data',
    owner,
    visits: visitsOf(draw, { ...QUIET, ...own }, slug, days),
  });
  const tools = [tool('m-victim', 'victim', habit(draw, days))];
  if (kind === 'two of the attacker') {
    const more = seed % 2 === 0 ? 30 : 0; // either large enough for rows, or so small that all three are withheld
    tools.push(
      tool('a-attacker', 'attacker', { loyal: more + between(draw, 8, 12), joining: 0.1 }),
      tool('z-attacker', 'attacker', { loyal: more + between(draw, 2, 5), joining: 0 }),
    );
  }
  return { kind, seed, firstDay: FIRST_DAY, days, tools };
}

/** Kinds take turns, so that any run of seeds has as many of each. */
export function randomWorld(seed: number, days: number): World {
  return worldOf(KIND_NAMES[seed % KIND_NAMES.length] ?? 'steady', seed, days);
}
