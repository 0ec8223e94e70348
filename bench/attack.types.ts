import type { HostileTarget } from '../test/setup/hostile.request.js';

/** What the attackers are to do; they go on until they are told to stop. */
export interface AttackOrder {
  readonly port: number;
  readonly target: HostileTarget;
  /** How many send at a time, each waiting for its answer. */
  readonly lanes: number;
}

export type AttackMessage = AttackOrder | 'stop';

export interface AttackReport {
  /** Requests that were answered or dropped, and how many different ones there are. */
  readonly sent: number;
  readonly corpus: number;
  readonly verdicts: Readonly<Record<string, number>>;
  /** The one that took longest, in milliseconds. */
  readonly slowest: { readonly name: string; readonly ms: number };
  /** The first refusal without a code, with the name of its request: there should be none. */
  readonly unexplained: string | null;
  /** Processor time of the attackers themselves, which the gateway cannot have. */
  readonly cpuSeconds: number;
}
