import type { EntityManager } from '@mikro-orm/postgresql';
import type { DayWindow } from '../day.rules.js';
import type { ToolFigures } from '../evidence/index.js';

/** The periods that can be asked for; free ranges would allow differencing (decisions §5). */
export const periodDays = { '7d': 7, '30d': 30, '90d': 90 } as const;
export type PeriodId = keyof typeof periodDays;
/** Shortest first: each lies within the next. */
export const periodIds = ['7d', '30d', '90d'] as const satisfies readonly PeriodId[];

export const cohorts = ['reported', 'suppressed', 'insufficient', 'missing'] as const;
export type Cohort = (typeof cohorts)[number];

export const publishedLabels = ['first-party', 'sample', 'missing'] as const;
export type PublishedLabel = (typeof publishedLabels)[number];

/** The counts of a row, each of which stands under the rules by itself. */
export const countNames = ['developers', 'accounts', 'activated', 'retained', 'events'] as const;
export type CountName = (typeof countNames)[number];

export type PublishedCounts = Readonly<Record<CountName, number | null>>;

/** A part of the score; null was not observed, and is left out of the mean. */
export interface ScoreComponent {
  readonly id: string;
  readonly value: number | null;
  readonly weight: number;
}

/** A tool in one period as it is public. */
export interface PublishedRow extends PublishedCounts {
  readonly rank: number | null;
  readonly tool: { readonly id: string; readonly slug: string; readonly name: string };
  readonly label: PublishedLabel;
  readonly cohort: Cohort;
  /** Share of the tool calls that succeeded, in percent, to the nearest 5. */
  readonly toolSuccess: number | null;
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

/** Of a number that is published: the truth behind it and the day on which it was set. Never shown. */
export interface Basis {
  readonly published: number;
  readonly truth: number;
  readonly day: string;
}

/** What is remembered of a tool's published numbers, so that the next snapshot moves only what ten developers stand behind. */
export type ToolBasis = Partial<Record<`${PeriodId}:${CountName | 'toolSuccess'}`, Basis>> & {
  /** The last day on which a window was suppressed. */
  suppressedOn?: string;
};

/**
 * The question that publishing asks: the true figures of every tool that is linked to a vendor's product, also of one without an event in
 * the window. Without the vendor's own domain, and of each tool under one label alone.
 */
export type ReadTrueFigures = (em: EntityManager, window: DayWindow) => Promise<ToolFigures[]>;
