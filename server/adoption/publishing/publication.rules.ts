/** The numbers of decisions §5 by which a count is published, rounded or withheld. */
export const MINIMUM_COHORT = { developers: 10, accounts: 3 } as const;
export const MINIMUM_DENOMINATOR = 20;
export const DOMINANCE = { top1: 0.6, top2: 0.85 } as const;
export const CATEGORY_TOOLS_MIN = 3;
export const LAG_HOURS = 24;
/** A sub-count, its complement and a change below this would tell of too few people. */
export const GROUP_MIN = 10;

/**
 * The rules, each of which the attacker's test switches off to show what it is for. Nothing but that test hands in anything else than
 * `ALL_RULES`.
 */
export interface PublicationRules {
  readonly rounding: boolean;
  readonly minimumCohort: boolean;
  readonly dominance: boolean;
  /** A sub-count or its complement in the row below ten is withheld. */
  readonly subCounts: boolean;
  /** What is withheld in one window is not left over from the windows around it. */
  readonly nestedWindows: boolean;
  /** A published count moves only when ten developers stand behind the change. */
  readonly differencing: boolean;
  /** Totals add published rows alone. */
  readonly publishedTotals: boolean;
  readonly categoryTools: boolean;
  readonly minimumDenominator: boolean;
  /** Change, score, grade, rank, order and proof come from published numbers. */
  readonly derivedFromPublished: boolean;
  readonly sampleApart: boolean;
}

export const ALL_RULES: PublicationRules = {
  rounding: true,
  minimumCohort: true,
  dominance: true,
  subCounts: true,
  nestedWindows: true,
  differencing: true,
  publishedTotals: true,
  categoryTools: true,
  minimumDenominator: true,
  derivedFromPublished: true,
  sampleApart: true,
};
