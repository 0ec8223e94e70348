import type { FieldProblem } from '../../platform/fault.js';

export type { FieldProblem };

/** The six families of an event (spec §6). */
export const eventFamilies = ['intent', 'evaluation', 'activation', 'retention', 'expansion', 'commercial'] as const;
export type EventFamily = (typeof eventFamilies)[number];

/** The sources of an event’s family. */
export const familySources = ['catalog', 'caller'] as const;

/** The kinds of products (decisions §4). */
export const productTypes = [
  'api',
  'model',
  'agent',
  'sdk',
  'cli',
  'mcp_server',
  'app',
  'docs',
  'dataset',
  'platform',
] as const;
export type ProductType = (typeof productTypes)[number];

/** The product that a tracking key is bound to: `product.id` of an event must be `productId` or one of `aliases`. */
export interface KeyBinding {
  productId: string;
  aliases: readonly string[];
  productName: string;
  productType: string;
  /** The sending organization's own domain in normal form. */
  vendorDomain: string | null;
  /** Set by the service for its own events: the one reserved beginning that their keys may have. */
  ownKeyPrefix?: string;
}

/** A stored event needs everything; a dry run warns where only a stored event needs a field. */
export type CheckMode = 'store' | 'dry-run';

export interface ReceiptKind {
  contract: string;
  type: string;
}

export interface ObservedProduct {
  id: string;
  name: string;
  type: string;
}

/** An event that every rule accepted, in the terms of the table, beside the payload whose fingerprint decides duplicate or conflict. */
export interface PreparedEvent {
  /** Empty in a dry run of an event without a key; never empty where an event is stored. */
  idempotencyKey: string;
  eventName: string;
  eventFamily: EventFamily | null;
  familySource: (typeof familySources)[number] | null;
  developerId: string;
  accountDomain: string | null;
  /** The account: the registered domain of `accountDomain`, `acme.co.uk` of `eng.acme.co.uk`. */
  account: string | null;
  vendorOwnDomain: boolean;
  /** The domain is of a mail service for everyone: the event is stored and belongs to no account. */
  freeMail: boolean;
  product: ObservedProduct | null;
  campaignId: string | null;
  attributionSource: string | null;
  occurredAt: Date | null;
  /** As sent, whether it counts or not. */
  projectId: string | null;
  /** Bare UUID of the published project that it counts toward, once it was looked up; an event of a file or a relay has none. */
  linkedProject?: string;
  /** As sent, after stripping, with `event_id` read as `idempotencyKey`. */
  payload: Record<string, unknown>;
  /** RFC 8785 form of `payload`. */
  canonical: string;
  /** SHA-256 of `canonical`. */
  fingerprint: Buffer;
  receipt: ReceiptKind | null;
  /** UTF-8 length of `canonical`. */
  bytes: number;
}

/** The members of an event that could be read although others are wrong; what carries a credential is never among them. */
export type MappedMembers = Partial<Omit<PreparedEvent, 'payload' | 'canonical' | 'fingerprint' | 'bytes'>>;

/** Collects the findings while one event is checked. Members that are wrong stay out of `mapped`. */
export interface Findings {
  problems: FieldProblem[];
  warnings: FieldProblem[];
  mapped: Partial<PreparedEvent>;
}

export interface AcceptedEvent {
  ok: true;
  event: PreparedEvent;
  stripped: string[];
  warnings: FieldProblem[];
}

export interface RefusedEvent {
  ok: false;
  code: 'VALIDATION_FAILED' | 'PRIVATE_CONTENT' | 'PAYLOAD_TOO_LARGE';
  problems: FieldProblem[];
  /** The only problem is that `product.id` is not the key's, and another replica may have added the alias. */
  productMismatch: boolean;
  /** The event as it would be, where its only problem is of a rule that changes with time: one that is stored already is a duplicate. */
  prepared?: PreparedEvent;
  partial: MappedMembers;
  /** For a raw CDP envelope: the canonical event that it would map to, and the pointers that only the caller can fill. */
  suggestedPayload?: Record<string, unknown>;
  missing?: string[];
  stripped: string[];
  warnings: FieldProblem[];
}

export type CheckedEvent = AcceptedEvent | RefusedEvent;
