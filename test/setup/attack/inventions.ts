import { COUNTS, type Count, type Left, NINETY_DAYS, roundedTo, rowsOf } from './answers.js';
import { Bounds, UNBOUNDED } from './bounds.js';
import type { Cohort, PublishedDay, PublishedRow, PublisherSession, RuleName, Visit } from './world.types.js';

const COHORT_DEVELOPERS_MIN = 10;
const SUB_COUNT_MIN = 10;
const DENOMINATOR_MIN = 20;
/** An attacker invents no more developers than these at a time; half of them are enough for every number to move. */
const INVENTED_MAX = 40;
const INVENTED_MIN = 20;
const MATURED_AFTER = 14;
const WITHHELD_MAX = 60;
const TOOL_MAX = 400;
const MORE_EVENTS_MAX = 60;
/** A row is suppressed where the largest one has more than this of what is left and twenty events (decisions §5). */
const TOP_OF_ONE = 0.6;
const EVENTS_BESIDE = 20;

/** The counts that inventions are mixed for, and how many of the invented developers are in each. */
const MIXED = ['developers', 'accounts', 'events', 'activated', 'newDevelopers', 'matured'] as const;
type Mixed = (typeof MIXED)[number];
type Mix = Readonly<Record<Mixed, number>>;

/** The least and the most that is left of a count according to an answer, inventions included. */
type Reading = readonly [low: number, high: number];
const SILENT: Reading = [-UNBOUNDED, UNBOUNDED];

const fromNumber = (published: number | null, off: RuleName | undefined): Reading => {
  if (published === null) return off === 'subCounts' ? SILENT : [-UNBOUNDED, SUB_COUNT_MIN - 1];
  return off === 'rounding' ? [published, published] : roundedTo(published);
};
const fromShare = (published: number | null, off: RuleName | undefined): Reading => {
  if (off === 'shareDenominators') return SILENT;
  return published === null ? [-UNBOUNDED, DENOMINATOR_MIN - 1] : [DENOMINATOR_MIN, UNBOUNDED];
};

/** Reads a row of which every number has to have moved, since all who were invented before are gone and twenty new ones are there. */
function readRow(row: PublishedRow, off: RuleName | undefined): Record<Mixed, Reading> | null {
  if (row.cohort !== 'reported') return null;
  const developers =
    row.developers === null
      ? SILENT
      : off === 'rounding'
        ? ([row.developers, row.developers] as const)
        : roundedTo(row.developers);
  const capped = (reading: Reading): Reading =>
    off !== 'partOfWhole' && reading[1] >= developers[0] && reading[1] < UNBOUNDED ? [reading[0], UNBOUNDED] : reading;
  // A denominator below twenty may be one that was cut to the developers that are left.
  const uncut = (reading: Reading): Reading => (developers[0] >= DENOMINATOR_MIN ? reading : SILENT);
  return {
    developers,
    accounts: capped(fromNumber(row.accounts, off)),
    events: row.events === null ? SILENT : off === 'rounding' ? [row.events, row.events] : roundedTo(row.events),
    activated: capped(fromNumber(row.activated, off)),
    newDevelopers: uncut(fromShare(row.shares?.activation ?? null, off)),
    matured: fromShare(row.shares?.return ?? null, off),
  };
}

/** In how many groups the values that are left would fall: by their rounded number, or by whether they are enough for a share. */
const THRESHOLDS: Readonly<Record<Mixed, (left: number) => number>> = {
  developers: (left) => (left < COHORT_DEVELOPERS_MIN ? 0 : Math.round(left / 5)),
  accounts: (left) => (left < SUB_COUNT_MIN ? 0 : Math.round(left / 5)),
  activated: (left) => (left < SUB_COUNT_MIN ? 0 : Math.round(left / 5)),
  events: (left) => (left < 100 ? Math.round(left / 5) : 20 + Math.round(left / 10)),
  newDevelopers: (left) => (left < DENOMINATOR_MIN ? 0 : 1),
  matured: (left) => (left < DENOMINATOR_MIN ? 0 : 1),
};

/** How many to invent for the answer to tell most of the values apart. */
function mostTelling(count: Mixed, [low, high]: Reading, least: number, most: number): number {
  const groupOf = THRESHOLDS[count];
  const [from, to] = [Math.max(low, -WITHHELD_MAX), Math.min(high, TOOL_MAX)];
  let [best, size] = [most, Infinity];
  for (let invented = most; invented >= least; invented -= 1) {
    const groups = new Map<number, number>();
    for (let value = from; value <= to; value += 1) {
      const group = groupOf(value + invented);
      groups.set(group, (groups.get(group) ?? 0) + 1);
    }
    const largest = Math.max(...groups.values());
    if (largest < size) [best, size] = [invented, largest];
  }
  return best;
}

/** Somebody who is the victim's customer, and sends developers who don't exist to the victim's product. */
export class Inventor {
  private readonly known: Record<Mixed, Reading> = {
    developers: SILENT,
    accounts: SILENT,
    events: SILENT,
    activated: SILENT,
    newDevelopers: SILENT,
    matured: SILENT,
  };
  private readonly looks: Record<Mixed, Reading[]> = {
    developers: [],
    accounts: [],
    events: [],
    activated: [],
    newDevelopers: [],
    matured: [],
  };
  private mostOfOne = 0;
  private leastEvents = 0;
  private invented: string[] = [];
  private answers: PublishedDay[] = [];

  constructor(
    private readonly session: PublisherSession,
    private readonly slug: string,
    private readonly off: RuleName | undefined,
  ) {}

  /** On each day all are withdrawn who were invented before, and others are invented: so every number moves, and says something new. */
  inventAndWithdraw(days: number): void {
    for (let index = 0; index < days; index += 1) {
      const mix = this.nextMix(index === 0);
      // As long as one of the victim's developers is too large a part of the events, more are invented.
      if (this.look(mix) === 'suppressed') this.leastEvents += MORE_EVENTS_MAX;
    }
  }

  /**
   * Dominance as an oracle: events of invented developers are added until a suppressed row is reported. The day before, the largest developer
   * or account had more than three fifths of what is left and twenty, and so has the truth, which is never less than its largest part.
   */
  askDominance(days: number): void {
    const [, high] = this.known.events;
    if (high >= UNBOUNDED) return;
    let [suppressed, reported] = [INVENTED_MIN - 1, this.leastEvents + MORE_EVENTS_MAX];
    for (let index = 0; index < days && reported - suppressed > 1; index += 1) {
      const events = Math.floor((suppressed + reported) / 2);
      const mix = { ...this.nextMix(false), developers: INVENTED_MIN, events };
      const cohort = this.look({ ...mix, accounts: 15, activated: 10, newDevelopers: 10, matured: 5 });
      if (cohort === 'reported') reported = events;
      else suppressed = events;
      if (cohort === 'suppressed')
        this.mostOfOne = Math.max(this.mostOfOne, Math.floor(TOP_OF_ONE * (high + events + EVENTS_BESIDE)) + 1);
    }
  }

  /** How many events there are at least, whatever is withheld. */
  get eventsMin(): number {
    return this.mostOfOne;
  }

  /** Each look at a count, inventions taken off: of use where a number is drawn for each of them. */
  looksAt(count: Mixed): readonly Reading[] {
    return this.looks[count];
  }

  /** Under the belief that nobody else came or left meanwhile: what is left of each count on all of these days. */
  left(): Left {
    const days = this.session.day;
    const bounds = () => new Bounds(days, -UNBOUNDED, UNBOUNDED);
    const of: Record<Count, Bounds> = {
      developers: bounds(),
      accounts: bounds(),
      events: bounds(),
      activated: bounds(),
      retained: bounds(),
      newDevelopers: bounds(),
      newActivated: bounds(),
      matured: bounds(),
      returned: bounds(),
      steadyOf: bounds(),
      steady: bounds(),
    };
    for (const count of COUNTS)
      for (const mixed of MIXED)
        if (mixed === count)
          for (let day = 0; day < days; day += 1) of[count].tighten(NINETY_DAYS, day, ...this.known[mixed]);
    return { days, of, rows: rowsOf(this.answers, this.slug) };
  }

  private nextMix(first: boolean): Mix {
    if (first)
      return {
        developers: 40,
        accounts: 30,
        events: this.leastEvents + 40,
        activated: 30,
        newDevelopers: 30,
        matured: 20,
      };
    const { known } = this;
    const developers = mostTelling('developers', known.developers, INVENTED_MIN, INVENTED_MAX);
    const from = Math.max(developers, this.leastEvents);
    const activated = mostTelling('activated', known.activated, 10, developers - 5);
    return {
      developers,
      activated,
      accounts: mostTelling('accounts', known.accounts, 10, developers - 5),
      events: mostTelling('events', known.events, from, from + MORE_EVENTS_MAX),
      newDevelopers: mostTelling('newDevelopers', known.newDevelopers, 0, developers),
      matured: mostTelling('matured', known.matured, 0, activated),
    };
  }

  /** Developers of whom the first ones are in each count of the mix, on days that keep the counts apart. */
  private visitsOf(mix: Mix): Visit[] {
    const today = this.session.day;
    const visits: Visit[] = [];
    for (let index = 0; index < mix.developers; index += 1) {
      const day = index < mix.matured ? today - 40 : today;
      const own = {
        developer: `invented-${today}-${index}`,
        account: index < mix.accounts ? `invented-${today}-${index}.example` : null,
        knownFrom: today,
        knownUntil: Infinity,
        uses: true,
        calls: 0,
        failedCalls: 0,
      };
      const more = index === 0 ? 0 : Math.floor((mix.events - mix.developers + index - 1) / (mix.developers - 1));
      visits.push({ ...own, day, events: 1 + more, activates: index < mix.activated });
      // An event before the window makes the developer no new one, and is in no other count of the window.
      if (index >= mix.newDevelopers) visits.push({ ...own, day: today - 110, events: 1, activates: false });
    }
    return visits;
  }

  private look(mix: Mix): Cohort | undefined {
    const { slug } = this;
    const added = this.visitsOf(mix);
    const answer = this.session.publish([{ slug, added, withdrawn: this.invented }]);
    this.answers.push(answer);
    this.invented = [...new Set(added.map(({ developer }) => developer))];
    const row = answer.periods['90d'].tools.find(({ tool }) => tool.slug === slug);
    const reading = row && readRow(row, this.off);
    if (!reading) return row?.cohort;
    for (const count of MIXED) {
      // Who matured came two weeks ago at least: before, it is not the same truth on every day, even if nobody else comes.
      if (count === 'matured' && answer.day < MATURED_AFTER) continue;
      const [low, high] = [minus(reading[count][0], mix[count]), minus(reading[count][1], mix[count])];
      const [least, most] = this.known[count];
      this.known[count] = [Math.max(least, low), Math.min(most, high)];
      this.looks[count].push([low, high]);
    }
    return row.cohort;
  }
}

const minus = (bound: number, invented: number): number => (Math.abs(bound) >= UNBOUNDED ? bound : bound - invented);
