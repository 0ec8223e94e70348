import type { EntityManager } from '@mikro-orm/postgresql';
import type { ToolTruth, WantedMovement } from '../evidence/index.js';

/** The periods that can be wanted for; free ranges would allow differencing (decisions §5). */
export const periodDays = { '7d': 7, '30d': 30, '90d': 90 } as const;
export type PeriodId = keyof typeof periodDays;
/** Shortest first: each lies within the next. */
export const periodIds = ['7d', '30d', '90d'] as const satisfies readonly PeriodId[];

export const cohorts = ['reported', 'suppressed', 'insufficient', 'missing'] as const;
export type Cohort = (typeof cohorts)[number];

export const publishedLabels = ['first-party', 'sample', 'missing'] as const;
export type PublishedLabel = (typeof publishedLabels)[number];

/** The counts of a row, each of which stands under the rules by itself. */
export const countNames = ['developers', 'accounts', 'events', 'activated', 'retained'] as const;
export type CountName = (typeof countNames)[number];

export type PublishedCounts = Readonly<Record<CountName, number | null>>;

/** The shares of a row in whole percents, each over a denominator of its own. */
export const shareNames = ['activation', 'return', 'steadyUse', 'toolSuccess'] as const;
export type ShareName = (typeof shareNames)[number];

export type PublishedShares = Readonly<Record<ShareName, number | null>>;

/** A part of the score; null was not observed, and is left out of the mean. */
export interface ScoreComponent {
  readonly id: string;
  readonly value: number | null;
  readonly weight: number;
  /** The public facts that it was computed from, where it is not from numbers of the row. */
  readonly facts: readonly string[];
}

/** A tool in one period as it is public. */
export interface PublishedRow extends PublishedCounts {
  readonly rank: number | null;
  readonly tool: { readonly id: string; readonly slug: string; readonly name: string };
  readonly label: PublishedLabel;
  readonly cohort: Cohort;
  /** Published for 90 days alone. */
  readonly shares: PublishedShares;
  readonly change: number | null;
  readonly score: number | null;
  readonly grade: string | null;
  readonly coverage: number | null;
  readonly components: readonly ScoreComponent[];
}

/** The published rows of a category added up. */
export interface PublishedCategory extends PublishedCounts {
  readonly category: string;
  readonly label: PublishedLabel;
  readonly cohort: Cohort;
  /** How many published rows are added up; null where the category is not published. */
  readonly tools: number | null;
}

export interface PublishedProof {
  readonly tool: { readonly slug: string; readonly name: string };
  readonly signal: 'activation' | 'retained';
  readonly label: PublishedLabel;
  readonly asOf: string;
}

export interface PublishedRanking {
  readonly id: string;
  readonly title: string;
  readonly label: PublishedLabel;
  readonly entries: readonly {
    readonly rank: number;
    readonly tool: { readonly slug: string; readonly name: string };
    readonly value: number;
  }[];
}

/** One period of one day's snapshot. */
export interface PublishedPeriod {
  readonly rows: readonly PublishedRow[];
  readonly categories: readonly PublishedCategory[];
  readonly proof: readonly PublishedProof[];
  readonly rankings: readonly PublishedRanking[];
}

export type PublishedPeriods = Readonly<Record<PeriodId, PublishedPeriod>>;

/** A number that was published, and the day on which it was set: the next one is compared with the people of that day. */
export interface Basis {
  readonly published: number;
  readonly day: string;
}

/** A count or a share in one window. */
export type BasisKey = `${PeriodId}:${CountName | ShareName}`;

/** What was published of a tool, so that the next snapshot moves only what enough people stand behind. It outlives gaps, and is never shown. */
export type ToolBasis = Partial<Record<BasisKey, Basis>>;

/**
 * The question that publishing asks: the truth of every tool that is linked to a vendor's product, also of one without an event in its
 * windows, and how many people entered or left the sets that `wanted` names.
 */
export type ReadTruths = (
  em: EntityManager,
  day: string,
  wanted: (toolId: string) => readonly WantedMovement[],
) => Promise<ToolTruth[]>;

/** How many people entered or left a number of a tool since the day on which it was set. */
export type Movements = (toolId: string, key: BasisKey, setOn: string) => number;
