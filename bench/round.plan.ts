/** How long and how often everything is measured; times in milliseconds. */
export interface Plan {
  readonly name: 'full' | 'smoke';
  readonly rounds: number;
  readonly warmUpMs: number;
  readonly leadMs: number;
  readonly windowMs: number;
  /** Folding trails by ten seconds: what it costs shows only after so much load. */
  readonly foldingLeadMs: number;
  /** Two cycles of folding. */
  readonly foldingWindowMs: number;
  /** How often a window is tried in which others were busy. */
  readonly triesMax: number;
  /** `pgbench` counts in whole seconds. */
  readonly pgbenchSeconds: number;
  /** How often a caller is measured without the attack and then during it, and how long each time. */
  readonly attackRounds: number;
  readonly calmMs: number;
  readonly attackMs: number;
  /** How often each hostile request is sent by itself. */
  readonly holdTimes: number;
  /** One in so many of them is sent; 1 sends all. */
  readonly holdEvery: number;
}

export const fullPlan: Plan = {
  name: 'full',
  rounds: 3,
  warmUpMs: 3_000,
  leadMs: 500,
  windowMs: 3_000,
  foldingLeadMs: 12_000,
  foldingWindowMs: 6_000,
  triesMax: 8,
  pgbenchSeconds: 3,
  attackRounds: 20,
  calmMs: 10_000,
  attackMs: 30_000,
  holdTimes: 5,
  holdEvery: 1,
};

/** Shows that the bench itself works and counts right; its ratios mean nothing. */
export const smokePlan: Plan = {
  name: 'smoke',
  rounds: 1,
  warmUpMs: 100,
  leadMs: 100,
  windowMs: 250,
  foldingLeadMs: 100,
  foldingWindowMs: 250,
  triesMax: 1,
  pgbenchSeconds: 1,
  attackRounds: 1,
  calmMs: 1_500,
  attackMs: 3_000,
  holdTimes: 1,
  holdEvery: 20,
};

/** Three minutes of the attack instead of ten. */
export const shortAttackPlan: Plan = { ...fullPlan, attackRounds: 6, holdTimes: 3 };
