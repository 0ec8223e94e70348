import type { CatalogEvents } from './catalog.types.js';

export type EventFamily = 'intent' | 'evaluation' | 'activation' | 'retention' | 'expansion' | 'commercial';

export type ProductType =
  | 'api'
  | 'model'
  | 'agent'
  | 'sdk'
  | 'cli'
  | 'mcp_server'
  | 'app'
  | 'docs'
  | 'dataset'
  | 'platform';

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly type: ProductType;
}

/**
 * A company's own event names with their families. `dai types` writes a file that adds to it; names of the catalog need no entry.
 */
// biome-ignore lint/suspicious/noEmptyInterface: companies add members to it by declaration merging
export interface CustomEvents {}

/** The members that every event may have. */
export interface EventMembers {
  /** One stable identifier of the developer; never an address or a name if you can avoid it. */
  readonly developer_id: string;
  /** The customer's domain, not your own. */
  readonly account_domain?: string | undefined;
  /** Taken from the options of the client when absent. */
  readonly product?: Product | undefined;
  readonly context?:
    | { readonly attribution?: { readonly campaignId?: string | undefined; readonly source?: string | undefined } }
    | undefined;
  /** The time of the call of `track` when absent; null leaves it out. */
  readonly occurredAt?: string | Date | null | undefined;
  readonly projectId?: string | undefined;
  /** The stable id of the event in your own system; made once when absent. */
  readonly idempotencyKey?: string | undefined;
  readonly event_id?: string | undefined;
  /** Never prompts, secrets or private code: the service refuses such an event. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

type FamilyOf<Name> = Name extends keyof CatalogEvents
  ? { readonly event_family?: CatalogEvents[Name] | undefined }
  : Name extends keyof CustomEvents
    ? { readonly event_family: CustomEvents[Name] }
    : { readonly event_family: EventFamily };

/** Every name that is known; any other text is a custom name, which needs its family. */
export type EventName = keyof CatalogEvents | keyof CustomEvents | (string & {});

export type TrackingEvent<Name extends EventName = EventName> = EventMembers & {
  readonly event_name: Name;
} & FamilyOf<Name>;

/** One member that the service refused: where it is and why. */
export interface MemberProblem {
  readonly pointer: string;
  readonly code: string;
  readonly detail?: string;
  readonly hint?: string;
}

export interface Refusal {
  /** The HTTP status of the refusal, or 0 where the client refused the event itself. */
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly MemberProblem[];
  /** Pointers to the changed members, where the key was used for another event. */
  readonly changed?: readonly string[];
}

/** The outcome of one event. `unsent` means that the service has not confirmed it: its key may be sent again at any time. */
export type Verdict =
  | {
      readonly status: 'stored' | 'duplicate';
      readonly key: string;
      readonly eventId: string;
      readonly receivedAt: string | null;
    }
  | { readonly status: 'ignored'; readonly key: string; readonly reason: string }
  | { readonly status: 'refused'; readonly key: string; readonly refusal: Refusal }
  | { readonly status: 'dropped'; readonly key: string; readonly reason: DropReason }
  | {
      readonly status: 'unsent';
      readonly key: string;
      /** True if a request with this event ended without an answer, so that the service may have stored it. */
      readonly unknown: boolean;
    };

export type DropReason =
  /** The event has no JSON form: a circle, a BigInt, a number that is not finite. */
  | 'not_json'
  /** The event is longer than the service takes (32 KiB). */
  | 'too_large'
  /** The queue has as many events, or bytes, as it may have. */
  | 'queue_full'
  /** The client was closed before. */
  | 'closed'
  /** The service gave no verdict for as long as the client may retry. */
  | 'expired';

export interface Drop {
  readonly key: string;
  readonly reason: DropReason;
}

/** The outcome of everything that a client was given, from its construction to its end. */
export interface Report {
  readonly stored: number;
  readonly duplicate: number;
  readonly ignored: number;
  /** The latest refusals, at most as many as `refusalsMax`; `refusedCount` counts them all. */
  readonly refused: readonly { readonly key: string; readonly refusal: Refusal }[];
  readonly refusedCount: number;
  readonly dropped: number;
  /** Events without a verdict. With a spool they stay on disk, and the next client of the folder sends them. */
  readonly unsent: readonly { readonly key: string; readonly unknown: boolean; readonly spooled: boolean }[];
  /** Events that could not be written to the spool; they were sent from memory. */
  readonly unspooled: number;
}

export interface DryRun {
  readonly accepted: boolean;
  /** The service's whole answer: `mapping`, `wouldBe`, `warnings` and `stripped`, or the problem with its `errors`. */
  readonly answer: Readonly<Record<string, unknown>>;
}

export type LookUp =
  | { readonly found: true; readonly event: Readonly<Record<string, unknown>> & { readonly eventId: string } }
  | { readonly found: false };
