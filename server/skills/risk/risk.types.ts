import type { RiskSeverity } from '../reading.types.js';

/** A published rule: what it looks for, and why a person should look at what it finds. */
export interface RiskRule {
  readonly ruleId: string;
  readonly severity: RiskSeverity;
  readonly title: string;
  readonly why: string;
}

/**
 * A rule that is told by regular expressions. `reach` is the text that they are tried on: one line; a line with those that continue its
 * command (a backslash, a pipe); or a line with the next one of its paragraph. Each expression takes linear time: every repetition in it
 * has an upper bound, or is of one class of characters that nothing before or behind it can take.
 */
export interface RiskPattern extends RiskRule {
  readonly reach: 'line' | 'command' | 'paragraph';
  readonly forms: readonly RegExp[];
}
