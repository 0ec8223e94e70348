import type { EntityManager } from '@mikro-orm/postgresql';

/** A closed interval of UTC days, `YYYY-MM-DD`. */
export interface ClosedWindow {
  readonly from: string;
  readonly to: string;
}

/** A number, and how much of it the largest contributor and the largest two hold; the same unit as the number. */
export interface Held {
  readonly total: number;
  readonly top1: number;
  readonly top2: number;
}

/** What is true of one tool in a closed window: exact, and never to be shown as it is. */
export interface TrueFigures {
  readonly toolId: string;
  /** Of the events that are counted: sample ones only where there are no others. */
  readonly label: 'first-party' | 'sample';
  /** Whether a product of a verified vendor is linked to the tool; without one nothing of it is published. */
  readonly hasSource: boolean;
  readonly events: number;
  readonly developers: number;
  readonly accounts: number;
  /** Developers whose earliest activation lies in the window. */
  readonly activated: number;
  /** Those of them with a return by the end of the window's last day. */
  readonly retained: number;
  readonly toolCalls: { readonly succeeded: number; readonly failed: number };
  /** Each number of which one contributor may hold too much: events by developer and by account, people by account. */
  readonly held: {
    readonly eventsByDeveloper: Held;
    readonly eventsByAccount: Held;
    readonly developersByAccount: Held;
    readonly activatedByAccount: Held;
    readonly retainedByAccount: Held;
  };
}

/**
 * The question that publishing asks: the true figures of every tool that is linked to a vendor's product, also of one without an event in
 * the window. Without the vendor's own domain, and of each tool under one label alone.
 */
export type ReadTrueFigures = (em: EntityManager, window: ClosedWindow) => Promise<TrueFigures[]>;
