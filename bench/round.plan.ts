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
  /** `pgbench` counts in whole seconds. */
  readonly pgbenchSeconds: number;
  /** How long a caller is measured before the attack, and how long during it. */
  readonly calmMs: number;
  readonly attackMs: number;
}

export const fullPlan: Plan = {
  name: 'full',
  rounds: 3,
  warmUpMs: 3_000,
  leadMs: 500,
  windowMs: 3_000,
  foldingLeadMs: 12_000,
  foldingWindowMs: 6_000,
  pgbenchSeconds: 3,
  calmMs: 120_000,
  attackMs: 600_000,
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
  pgbenchSeconds: 1,
  calmMs: 1_500,
  attackMs: 5_000,
};
