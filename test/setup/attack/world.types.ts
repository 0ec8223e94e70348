/** The windows for which a row is published; each ends with the day of its snapshot, that day included. */
export const PERIODS = ['7d', '30d', '90d'] as const;
export type Period = (typeof PERIODS)[number];
export const DAYS_OF = { '7d': 7, '30d': 30, '90d': 90 } as const satisfies Record<Period, number>;

/**
 * One developer on one UTC day: the events of the day have one account or none, and each of them happened at noon.
 * Days are whole numbers; 0 is the first one that has a snapshot, and days before it have negative numbers.
 */
export interface Visit {
  readonly developer: string;
  /** The registrable domain of the account, null where the events name none. */
  readonly account: string | null;
  /** The day of `occurredAt`. */
  readonly day: number;
  /** The first day whose snapshot sees it: later than `day` for a late event. */
  readonly knownFrom: number;
  /** The first day whose snapshot no longer sees it, Infinity for an event that nobody takes back. */
  readonly knownUntil: number;
  /** Counted events of the day, tool calls among them: 1 to 1,000. */
  readonly events: number;
  /** Whether one of them is an activation. */
  readonly activates: boolean;
  /** Whether one of them is an event of use, which is a return 7 days or more after the earliest activation. */
  readonly uses: boolean;
  readonly calls: number;
  readonly failedCalls: number;
}

export interface ToolOfWorld {
  readonly slug: string;
  readonly category: string;
  /** A tool of the attacker has no secrets from the attacker, who is the company that reports it. */
  readonly owner: 'victim' | 'attacker';
  readonly visits: readonly Visit[];
}

export interface World {
  readonly kind: string;
  readonly seed: number;
  /** The date of day 0, `YYYY-MM-DD`. */
  readonly firstDay: string;
  /** Snapshots are made for the days 0 to `days` − 1, the first of them without any before it. */
  readonly days: number;
  readonly tools: readonly ToolOfWorld[];
}

export type Cohort = 'reported' | 'suppressed' | 'insufficient' | 'missing';

export interface PublishedShares {
  readonly activation: number | null;
  readonly return: number | null;
  readonly steadyUse: number | null;
  readonly toolSuccess: number | null;
}

/** A row of `tools` as GET /api/v1/adoption answers it. Members that need no events (label, measures) are left out. */
export interface PublishedRow {
  readonly tool: { readonly slug: string };
  readonly cohort: Cohort;
  readonly rank: number | null;
  readonly developers: number | null;
  readonly accounts: number | null;
  readonly events: number | null;
  readonly change: number | null;
  readonly activated: number | null;
  readonly retained: number | null;
  readonly shares: PublishedShares | null;
  readonly score: number | null;
  readonly grade: string | null;
  readonly coverage: number | null;
  readonly components: readonly { readonly id: string; readonly value: number | null; readonly weight: number }[];
}

export interface PublishedCategory {
  readonly category: string;
  readonly cohort: Cohort;
  readonly tools: number | null;
  readonly developers: number | null;
  readonly accounts: number | null;
  readonly events: number | null;
}

/** One answer; the order of its rows is part of it. */
export interface PublishedPeriod {
  readonly tools: readonly PublishedRow[];
  readonly categories: readonly PublishedCategory[];
}

export interface PublishedDay {
  readonly day: number;
  readonly periods: Readonly<Record<Period, PublishedPeriod>>;
}

/**
 * The rules of adoption-v2 that can be switched off one at a time; the others stay on. A comment says how it is without the rule.
 */
export const RULES = [
  'withheld', // nothing is withheld: what is left is the truth
  'drawnOnce', // a secret number is drawn anew for each day
  'sameInAllWindows', // a secret number is drawn for each window of a count
  'partOfWhole', // what is left of a part may be more than what is left of its whole
  'cohorts', // rows of any size are reported, those without a developer too
  'dominance', // one contributor may be nearly all of a row
  'subCounts', // accounts, activated and retained are published however few are left
  'shareDenominators', // a share is published whatever its denominator
  'rounding', // counts are published as they are left
  'shareRounding', // shares are published to a hundredth of a percent
  'movement', // a count follows what is left every day
  'movementOfShares', // a share follows what is left every day
  'drawnMovement', // ten people are enough for every move
  'outlivesGap', // a number that comes back after a gap is compared with nothing
  'siblings', // a row suppressed in one window leaves those of the others
  'categories', // a category adds what is left of its tools, withheld ones too, and needs one tool
  'publishedAlone', // score, components and change are computed from the truth
  'order', // rows that are not ranked stand by how many developers they have
  'ninetyDaysAlone', // activated, retained and shares are published for 7 and 30 days too
] as const;
export type RuleName = (typeof RULES)[number];

/** Publishes every day of a world; the same seed draws the same secrets. */
export type Publisher = (world: World, secretSeed: number, switchedOff?: RuleName) => readonly PublishedDay[];

/** Visits that the attacker, a customer of the victim, has sent to the victim's product since the last answer, or has had erased. */
export interface Injection {
  readonly slug: string;
  /** Each `knownFrom` is at most the day that is published next, each `developer` a name that no other tenant gave. */
  readonly added: readonly Visit[];
  /** Developers whose visits are all gone from the next day on; only those that the attacker invented. */
  readonly withdrawn: readonly string[];
}

/** Publishes one day after another, so that an attacker can choose what to send after having seen an answer. */
export interface PublisherSession {
  /** The day that the next call publishes. */
  readonly day: number;
  publish(injections: readonly Injection[]): PublishedDay;
}

export type OpenSession = (world: World, secretSeed: number, switchedOff?: RuleName) => PublisherSession;
