import { createHmac, createSecretKey } from 'node:crypto';
import type { DayWindow } from '../day.rules.js';
import { addDays } from '../day.rules.js';
import type { EvidenceFigures, FigureOfPeople, Top, WindowFigures } from '../evidence/index.js';
import {
  type BasisKey,
  type Cohort,
  type CountName,
  type PeriodId,
  periodDays,
  periodIds,
  type ShareName,
} from './snapshot.types.js';

/** The numbers of adoption-v2 (decisions §5; docs/decisions/0094). */
export const MINIMUM_COHORT = { developers: 10, accounts: 3 } as const;
export const MINIMUM_DENOMINATOR = 20;
export const MINIMUM_CALLERS = { developers: 10, accounts: 3 } as const;
/** Fewer than these left are no sub-count. */
export const GROUP_MIN = 10;
export const DOMINANCE = { top1: 0.6, top2: 0.85 } as const;
/** What the largest contributors are divided by is larger than what is left, so that a row doesn't tell where the border lies. */
const DOMINANCE_SLACK = { developers: 4, events: 20 } as const;
export const CATEGORY_TOOLS_MIN = 3;
export const LAG_HOURS = 24;
/** Withheld numbers are geometric with these, and never larger than the last; of events and calls they are larger. */
export const WITHHELD = { q: { developers: 0.8, accounts: 0.7, events: 0.95 }, atMost: 60, eventsAtMost: 200 } as const;
/** A number moves when so many people stand behind the change, and up to nine more, drawn for each move. */
export const MOVEMENT = { least: 10, drawn: 10 } as const;
/** The window that numbers of evidence, events and shares are published for. */
export const EVIDENCE_PERIOD: PeriodId = '90d';
/** A share in percent is published to the nearest of these. */
export const SHARE_STEP = 5;

/**
 * The rules, each of which the attacker's test switches off to show what it is for. Nothing but that test hands in anything else than
 * `ALL_RULES`.
 */
export interface PublicationRules {
  /** A secret number of each count never counts. */
  readonly withheld: boolean;
  /** The secret number of a count is the same on every day. */
  readonly drawnOnce: boolean;
  /** The secret number of a count is the same in all windows. */
  readonly sameInAllWindows: boolean;
  /** The secret numbers of a tool are contained in one another, so that a comparison of two counts tells little of either. */
  readonly contained: boolean;
  /** What is left of a part is never more than what is left of its whole. */
  readonly partOfWhole: boolean;
  /** Too few developers or accounts left are insufficient. */
  readonly cohorts: boolean;
  readonly dominance: boolean;
  readonly subCounts: boolean;
  readonly shareDenominators: boolean;
  readonly rounding: boolean;
  readonly shareRounding: boolean;
  /** A count rests until enough people stand behind its change. */
  readonly movement: boolean;
  readonly movementOfShares: boolean;
  /** How many are enough is drawn for each move. */
  readonly drawnMovement: boolean;
  /** A number that comes back is compared with what was published before it went. */
  readonly outlivesGap: boolean;
  /** A row suppressed in one window is in the others too. */
  readonly siblings: boolean;
  /** Categories add published rows alone, of three tools at least. */
  readonly categories: boolean;
  /** Change, score, rank, proof and rankings come from published numbers. */
  readonly publishedAlone: boolean;
  /** Rows without a rank stand by name. */
  readonly order: boolean;
  /** Events, evidence and shares are published for 90 days alone. */
  readonly ninetyDaysAlone: boolean;
  /** Sample rows are ranked with no other. */
  readonly sampleApart: boolean;
}

export const ALL_RULES: PublicationRules = {
  withheld: true,
  drawnOnce: true,
  sameInAllWindows: true,
  contained: true,
  partOfWhole: true,
  cohorts: true,
  dominance: true,
  subCounts: true,
  shareDenominators: true,
  rounding: true,
  shareRounding: true,
  movement: true,
  movementOfShares: true,
  drawnMovement: true,
  outlivesGap: true,
  siblings: true,
  categories: true,
  publishedAlone: true,
  order: true,
  ninetyDaysAlone: true,
  sampleApart: true,
};

const DRAW_BYTES = 6;

/** A number from 0 to 1, without 1, that the publication secret and these words decide. */
export type Draw = (...words: readonly string[]) => number;

/** Draws by the publication secret: who doesn't know it can't tell a draw from chance. */
export function drawBy(secret: Buffer): Draw {
  const key = createSecretKey(secret); // made once: of the bytes alone each draw would make its own
  return (...words) =>
    createHmac('sha256', key).update(words.join('\n')).digest().readUIntBE(0, DRAW_BYTES) / 2 ** (8 * DRAW_BYTES);
}

const geometric = (uniform: number, q: number): number => Math.floor(Math.log(1 - uniform) / Math.log(q));

/**
 * The part that makes a geometric number of `q` of one of `smaller`: nothing in some cases, else geometric of `q` itself. The sum of both
 * is geometric of `q` exactly.
 */
function addition(draw: Draw, words: readonly string[], smaller: number, q: number): number {
  const nothing = ((1 - q) / (1 - smaller)) * (smaller / q);
  return draw(...words, 'whether') < nothing ? 0 : geometric(draw(...words), q);
}

/** The numbers of a tool that never count in public: of accounts, of every count of developers, and of events and calls. */
export interface Withheld {
  readonly accounts: number;
  readonly developers: number;
  readonly events: number;
}

const NOTHING_WITHHELD: Withheld = { accounts: 0, developers: 0, events: 0 };

/** Draws the withheld numbers of a tool. Each is contained in the next, and each has the distribution that the methodology names. */
export function withheldOf(draw: Draw, toolId: string, rules: PublicationRules, place: readonly string[]): Withheld {
  if (!rules.withheld) return NOTHING_WITHHELD;
  const { q, atMost, eventsAtMost } = WITHHELD;
  const words = (count: string): string[] => ['withheld', toolId, count, ...place];
  const accounts = geometric(draw(...words('accounts')), q.accounts);
  if (!rules.contained)
    return {
      accounts: Math.min(atMost, accounts),
      developers: Math.min(atMost, geometric(draw(...words('developers')), q.developers)),
      events: Math.min(eventsAtMost, geometric(draw(...words('events')), q.events)),
    };
  const developers = accounts + addition(draw, words('developers'), q.accounts, q.developers);
  const events = developers + addition(draw, words('events'), q.developers, q.events);
  return {
    accounts: Math.min(atMost, accounts),
    developers: Math.min(atMost, developers),
    events: Math.min(eventsAtMost, events),
  };
}

/** What is left of each count of a window when the withheld numbers are gone: all that the rules below see. */
export interface LeftOfWindow {
  readonly developers: number;
  readonly accounts: number;
  readonly events: number;
}

export interface LeftOfEvidence {
  readonly activated: number;
  readonly retained: number;
  readonly newDevelopers: number;
  readonly newActivated: number;
  readonly matured: number;
  readonly returned: number;
  readonly steadyOf: number;
  readonly steady: number;
  readonly calls: number;
  readonly succeeded: number;
  readonly callers: number;
  readonly callerAccounts: number;
}

const leave = (count: number, withheld: number): number => Math.max(0, count - withheld);
const within = (part: number, whole: number, rules: PublicationRules): number =>
  rules.partOfWhole ? Math.min(part, whole) : part;

export function leftOfWindow(figures: WindowFigures, withheld: Withheld, rules: PublicationRules): LeftOfWindow {
  const developers = leave(figures.developers, withheld.developers);
  return {
    developers,
    accounts: within(leave(figures.accounts, withheld.accounts), developers, rules),
    events: leave(figures.events, withheld.events),
  };
}

export function leftOfEvidence(
  evidence: EvidenceFigures,
  { developers }: LeftOfWindow,
  withheld: Withheld,
  rules: PublicationRules,
): LeftOfEvidence {
  const people = (count: number): number => leave(count, withheld.developers);
  const activated = within(people(evidence.activated), developers, rules);
  const newDevelopers = within(people(evidence.newDevelopers), developers, rules);
  const matured = people(evidence.matured);
  const steadyOf = within(people(evidence.steadyOf), developers, rules);
  const calls = leave(evidence.calls, withheld.events);
  return {
    activated,
    retained: within(people(evidence.retained), activated, rules),
    newDevelopers,
    newActivated: within(people(evidence.newActivated), newDevelopers, rules),
    matured,
    returned: within(people(evidence.returned), matured, rules),
    steadyOf,
    steady: within(people(evidence.steady), steadyOf, rules),
    calls,
    succeeded: within(leave(evidence.succeeded, withheld.events), calls, rules),
    callers: people(evidence.callers),
    callerAccounts: leave(evidence.callerAccounts, withheld.accounts),
  };
}

/** Whether the largest contributor, or the largest two together, hold so much of a whole that others could read their number from it. */
export const isDominated = ({ top1, top2 }: Top, whole: number): boolean =>
  top1 / whole > DOMINANCE.top1 || top2 / whole > DOMINANCE.top2;

/** What may be said of a tool in one window, without a look at its other windows. */
export function ownCohort(figures: WindowFigures | null, left: LeftOfWindow, rules: PublicationRules): Cohort {
  if (!figures) return 'missing';
  // No events does not mean no usage, so zero is insufficient like any other small number.
  if (figures.developers === 0 || figures.events === 0) return 'insufficient';
  if (rules.cohorts && (left.developers < MINIMUM_COHORT.developers || left.accounts < MINIMUM_COHORT.accounts))
    return 'insufficient';
  const { developersByEvents, accountsByEvents, accountsByDevelopers } = figures.top;
  const isHeld =
    isDominated(developersByEvents, left.events + DOMINANCE_SLACK.events) ||
    isDominated(accountsByEvents, left.events + DOMINANCE_SLACK.events) ||
    isDominated(accountsByDevelopers, left.developers + DOMINANCE_SLACK.developers);
  return rules.dominance && isHeld ? 'suppressed' : 'reported';
}

/** Whether calls are held by one developer or account, or by two. */
export const callsAreHeld = ({ top }: EvidenceFigures, calls: number): boolean =>
  isDominated(top.developersByCalls, calls + DOMINANCE_SLACK.events) ||
  isDominated(top.accountsByCalls, calls + DOMINANCE_SLACK.events);

/** The cohorts of a tool: windows lie within each other, so one that is suppressed would be left over from, or bounded by, those that are shown. */
export function withSiblings(
  own: Readonly<Record<PeriodId, Cohort>>,
  rules: PublicationRules,
): Readonly<Record<PeriodId, Cohort>> {
  if (!rules.siblings || !periodIds.some((id) => own[id] === 'suppressed')) return own;
  const suppressed = (cohort: Cohort): Cohort => (cohort === 'reported' ? 'suppressed' : cohort);
  return { '7d': suppressed(own['7d']), '30d': suppressed(own['30d']), '90d': suppressed(own['90d']) };
}

const SIGNIFICANT_DIGITS = 2;

/** By how much published counts of this size differ: 10 to 99 by 5, 100 to 999 by 10, above by the second significant digit. */
export function stepOf(count: number): number {
  if (count < 100) return 5;
  if (count < 1000) return 10;
  return 10 ** (Math.floor(Math.log10(count)) - SIGNIFICANT_DIGITS + 1);
}

/** A count as it is published, halves upwards. */
export function roundCount(count: number): number {
  const step = stepOf(count);
  return Math.round(count / step) * step;
}

/** A share in whole percents to the nearest 5. */
export const roundShare = (percent: number): number => Math.round(percent / SHARE_STEP) * SHARE_STEP;

/** The sets of people that stand behind a number: it moves when enough have entered or left one of them. */
const PEOPLE_BEHIND: Readonly<Record<CountName | ShareName, readonly FigureOfPeople[]>> = {
  developers: ['developers'],
  accounts: ['developers'],
  events: ['developers'],
  activated: ['activated'],
  retained: ['retained'],
  activation: ['newActivated', 'newDevelopers'],
  return: ['returned', 'matured'],
  steadyUse: ['steady', 'steadyOf'],
  toolSuccess: ['callers'],
};

/** The window and the sets of people of a published number. */
export function peopleBehind(key: BasisKey): {
  readonly window: PeriodId;
  readonly figures: readonly FigureOfPeople[];
} {
  const [window, name] = key.split(':') as [PeriodId, CountName | ShareName];
  return { window, figures: PEOPLE_BEHIND[name] };
}

/** How many people have to stand behind the next move of a number that was set on a day. */
export const peopleToMove = (draw: Draw, toolId: string, key: string, setOn: string, rules: PublicationRules): number =>
  MOVEMENT.least + (rules.drawnMovement ? Math.floor(draw('move', toolId, key, setOn) * MOVEMENT.drawn) : 0);

const HOUR_MS = 3_600_000;

/** The newest day that is closed and has waited out the lag in which its late events arrive. */
export const newestDueDay = (now: Date): string =>
  addDays(new Date(now.getTime() - LAG_HOURS * HOUR_MS).toISOString().slice(0, 10), -1);

/** The period that ends with that day. */
export const windowOf = (period: PeriodId, day: string): DayWindow => ({
  from: addDays(day, 1 - periodDays[period]),
  to: day,
});
