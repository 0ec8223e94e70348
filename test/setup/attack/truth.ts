import { DAYS_OF, type Period, type ToolOfWorld, type Visit } from './world.types.js';

const DAY_MS = 86_400_000;
const RETURN_AFTER_DAYS = 7; // 7 × 24 h, of visits that are all at noon
const RETURNED_BEFORE_DAYS = 14; // less than 336 h
const STEADY_WEEKS = 4;
const STEADY_OF = 2;

/** A set of developers by their number in the tool: two days are compared by what their sets differ in. */
export class People {
  private readonly words: Uint32Array;
  private counted = 0;

  constructor(room: number) {
    this.words = new Uint32Array((room >>> 5) + 1);
  }

  get size(): number {
    return this.counted;
  }

  has(person: number): boolean {
    return (((this.words[person >>> 5] ?? 0) >>> (person & 31)) & 1) === 1;
  }

  add(person: number): void {
    if (this.has(person)) return;
    this.words[person >>> 5] = (this.words[person >>> 5] ?? 0) | (1 << (person & 31));
    this.counted += 1;
  }

  /** How many are here and were not there: with the arguments the other way round, how many left. */
  without(other: People): number {
    let found = 0;
    for (let index = 0; index < this.words.length; index += 1)
      found += bitsOf((this.words[index] ?? 0) & ~(other.words[index] ?? 0));
    return found;
  }
}

function bitsOf(word: number): number {
  let rest = word - ((word >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** The true counts of one window as a snapshot knows them, with the people behind each of them. */
export interface Figures {
  readonly developers: People;
  readonly activated: People;
  readonly retained: People;
  readonly newDevelopers: People;
  readonly newActivated: People;
  readonly matured: People;
  readonly returned: People;
  readonly steady: People;
  readonly steadyOf: People;
  readonly callers: People;
  readonly accounts: number;
  readonly callerAccounts: number;
  readonly events: number;
  readonly calls: number;
  readonly successfulCalls: number;
  /** The largest two contributors, the larger one first. */
  readonly top: Readonly<
    Record<'developersByEvents' | 'accountsByEvents' | 'accountsByDevelopers', readonly [number, number]>
  >;
}

interface Evidence {
  first: number;
  activated: number;
  /** The day of the earliest return, Infinity without one. */
  returned: number;
}

const topOf = (sums: Iterable<number>): readonly [number, number] => {
  let [first, second] = [0, 0];
  for (const sum of sums) {
    if (sum > first) [first, second] = [sum, first];
    else if (sum > second) second = sum;
  }
  return [first, second];
};

interface Numbered {
  readonly visit: Visit;
  readonly person: number;
  /** The number of its account, and of this developer in it; -1 without one. */
  readonly account: number;
  readonly pair: number;
}

/** Numbers names as they come. */
class Names {
  private readonly numbers = new Map<string, number>();

  get size(): number {
    return this.numbers.size;
  }

  numberOf(name: string): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    this.numbers.set(name, this.numbers.size);
    return this.numbers.size - 1;
  }
}

/** The truth of one tool, by snapshot and window; visits may still be added and taken away. */
export class Truth {
  private readonly people = new Names();
  private readonly accounts = new Names();
  private readonly pairs = new Names();
  private visits: Numbered[] = []; // by day
  private readonly monday: number;
  private readonly room: number;
  /** The evidence of all visits, as long as none is late or taken back: then it is that of every day. */
  private always: ReadonlyMap<number, Evidence> | null = null;

  /** `inventedMax` is for how many more developers there is a number than the tool has. */
  constructor(tool: ToolOfWorld, firstDay: string, inventedMax = 0) {
    this.room = new Set(tool.visits.map(({ developer }) => developer)).size + inventedMax;
    this.monday = (((4 - Math.floor(Date.parse(firstDay) / DAY_MS)) % 7) + 7) % 7; // 5 January 1970 was a Monday
    this.add(tool.visits);
  }

  add(visits: readonly Visit[]): void {
    for (const visit of visits) {
      const person = this.people.numberOf(visit.developer);
      if (person >= this.room) throw new Error(`there is room for ${this.room} developers`);
      const account = visit.account === null ? -1 : this.accounts.numberOf(visit.account);
      const pair = account === -1 ? -1 : this.pairs.numberOf(`${person} ${account}`);
      this.visits.push({ visit, person, account, pair });
    }
    this.changed();
  }

  withdraw(developers: readonly string[]): void {
    if (developers.length === 0) return;
    const gone = new Set(developers);
    this.visits = this.visits.filter(({ visit }) => !gone.has(visit.developer));
    this.changed();
  }

  /** The figures of the snapshot of a day; without late events a window of an earlier day is the same in each. */
  figures(day: number): Record<Period, Figures> {
    const known = this.always ? this.visits : this.visits.filter(({ visit }) => isKnown(visit, day));
    const evidence = this.always ?? evidenceOf(known);
    const steady = this.steadyOf(known, day);
    return {
      '7d': this.windowOf(known, evidence, steady, day, DAYS_OF['7d']),
      '30d': this.windowOf(known, evidence, steady, day, DAYS_OF['30d']),
      '90d': this.windowOf(known, evidence, steady, day, DAYS_OF['90d']),
    };
  }

  private changed(): void {
    this.visits.sort((a, b) => a.visit.day - b.visit.day);
    const timely = this.visits.every(({ visit }) => visit.knownFrom === visit.day && visit.knownUntil === Infinity);
    this.always = timely ? evidenceOf(this.visits) : null;
  }

  private windowOf(
    known: readonly Numbered[],
    evidence: ReadonlyMap<number, Evidence>,
    steady: Pick<Figures, 'steady' | 'steadyOf'>,
    day: number,
    days: number,
  ): Figures {
    const from = day - days + 1;
    const people = () => new People(this.room);
    const figures = {
      developers: people(),
      activated: people(),
      retained: people(),
      newDevelopers: people(),
      newActivated: people(),
      matured: people(),
      returned: people(),
      ...steady,
      callers: people(),
    };
    let [events, calls, failed] = [0, 0, 0];
    const byDeveloper = new Int32Array(this.people.size);
    const byAccount = () => new Int32Array(this.accounts.size);
    const [eventsOf, developersOf, callsOf] = [byAccount(), byAccount(), byAccount()];
    const paired = new Uint8Array(this.pairs.size);
    for (let index = firstOn(known, from); index < known.length; index += 1) {
      const one = known[index];
      if (!one || one.visit.day > day) break;
      const { visit, person, account, pair } = one;
      figures.developers.add(person);
      events += visit.events;
      raise(byDeveloper, person, visit.events);
      calls += visit.calls;
      failed += visit.failedCalls;
      if (visit.calls > 0) figures.callers.add(person);
      if (account === -1) continue;
      raise(eventsOf, account, visit.events);
      raise(callsOf, account, visit.calls);
      if (paired[pair] === 0) raise(developersOf, account, 1);
      paired[pair] = 1;
    }
    for (const [person, { first, activated, returned }] of evidence) {
      if (first >= from && first <= day) figures.newDevelopers.add(person);
      if (first >= from && activated <= day) figures.newActivated.add(person);
      if (activated >= from && activated <= day) figures.activated.add(person);
      if (activated >= from && returned <= day) figures.retained.add(person);
      if (activated >= from - RETURNED_BEFORE_DAYS && activated <= day - RETURNED_BEFORE_DAYS) {
        figures.matured.add(person);
        if (returned < activated + RETURNED_BEFORE_DAYS) figures.returned.add(person);
      }
    }
    return {
      ...figures,
      accounts: positive(developersOf),
      callerAccounts: positive(callsOf),
      events,
      calls,
      successfulCalls: calls - failed,
      top: {
        developersByEvents: topOf(byDeveloper),
        accountsByEvents: topOf(eventsOf),
        accountsByDevelopers: topOf(developersOf),
      },
    };
  }

  /** Who came in one of the four ISO weeks that ended by a day, and who came in two. */
  private steadyOf(known: readonly Numbered[], day: number): Pick<Figures, 'steady' | 'steadyOf'> {
    const end = day + 1 - ((((day + 1 - this.monday) % 7) + 7) % 7); // the Monday after the last Sunday
    const weeks = new Uint8Array(this.people.size);
    for (let index = firstOn(known, end - 7 * STEADY_WEEKS); index < known.length; index += 1) {
      const one = known[index];
      if (!one || one.visit.day >= end) break;
      const week = Math.floor((one.visit.day - end) / 7) + STEADY_WEEKS;
      weeks[one.person] = (weeks[one.person] ?? 0) | (1 << week);
    }
    const [steady, steadyOf] = [new People(this.room), new People(this.room)];
    for (const [person, mask] of weeks.entries()) {
      if (mask > 0) steadyOf.add(person);
      if (bitsOf(mask) >= STEADY_OF) steady.add(person);
    }
    return { steady, steadyOf };
  }
}

const isKnown = (visit: Visit, day: number): boolean =>
  visit.day <= day && visit.knownFrom <= day && day < visit.knownUntil;

/** The place of the first visit of a day or later, in visits by day. */
function firstOn(visits: readonly Numbered[], day: number): number {
  let [low, high] = [0, visits.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((visits[middle]?.visit.day ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

const raise = (sums: Int32Array, index: number, by: number): void => {
  sums[index] = (sums[index] ?? 0) + by;
};
const positive = (sums: Int32Array): number => sums.reduce((all, sum) => all + (sum > 0 ? 1 : 0), 0);

function evidenceOf(known: readonly Numbered[]): Map<number, Evidence> {
  const found = new Map<number, Evidence>();
  for (const { visit, person } of known) {
    const own = found.get(person) ?? { first: Infinity, activated: Infinity, returned: Infinity };
    own.first = Math.min(own.first, visit.day);
    if (visit.activates) own.activated = Math.min(own.activated, visit.day);
    found.set(person, own);
  }
  for (const { visit, person } of known) {
    const own = found.get(person);
    if (own && visit.uses && visit.day >= own.activated + RETURN_AFTER_DAYS)
      own.returned = Math.min(own.returned, visit.day);
  }
  return found;
}
