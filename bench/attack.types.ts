import type { HostileTarget } from '../test/setup/hostile.request.js';

/** The port and the identities that the corpus is sent to and with. */
interface Aim {
  readonly port: number;
  readonly target: HostileTarget;
}

/** Sends the corpus from so many senders, each waiting for its answer, until `stop`; answers an AttackReport. */
export interface AttackOrder extends Aim {
  readonly kind: 'attack';
  readonly senders: number;
}

/** Sends each request by itself a few times and asks meanwhile whether the gateway still answers; answers a HoldReport. */
export interface HoldOrder extends Aim {
  readonly kind: 'hold';
  /** How often each is sent: the least of its holds is its own, and not the machine's. */
  readonly times: number;
  /** One in so many requests is sent; 1 sends all. */
  readonly every: number;
}

export type AttackMessage = AttackOrder | HoldOrder | 'stop';

export interface AttackReport {
  /** Requests that were answered or dropped, and how many different ones there are. */
  readonly sent: number;
  readonly corpus: number;
  readonly verdicts: Readonly<Record<string, number>>;
  /** The one that took longest, in milliseconds. */
  readonly slowest: Timed;
  /** The first refusal without a code, with the name of its request: there should be none. */
  readonly unexplained: string | null;
  /** Processor time of the attackers themselves, which the gateway cannot have. */
  readonly cpuSeconds: number;
}

/** How long the gateway answered nothing else while it worked at a request. */
export interface HoldReport {
  /** The longest, first the one that held it longest. */
  readonly longest: readonly Timed[];
  /** The longest of the requests that have less than 64 KiB, which anyone sends as quickly as a page is asked for. */
  readonly longestSmall: Timed;
}

export interface Timed {
  readonly name: string;
  readonly ms: number;
}
