import type { EventFamily } from '../tracking/index.js';
import type { DraftRecord, NewHackathon } from './draft-record.types.js';
import type { IntakeKindName, Priority } from './intake-state.rules.js';

/** A tool as a submission describes a new one. */
export interface NewToolFields {
  readonly name: string;
  readonly website: string;
  readonly docsUrl: string;
  readonly summary: string;
  readonly categories: readonly string[];
}

interface ToolChoice {
  readonly toolSlug?: string;
  readonly tool?: NewToolFields;
}

export interface WorkspaceFields extends ToolChoice {
  readonly product: { readonly id: string; readonly name: string; readonly type: string };
  readonly role: string;
  readonly evidence: readonly { readonly kind: string; readonly url: string }[];
}

export interface OfferFields {
  readonly title: string;
  readonly valueText: string;
  readonly amountCents?: number;
  readonly currency?: string;
  readonly requirements: readonly string[];
  readonly termsUrl: string;
  readonly endsAt?: string;
}

export interface LinksFields extends ToolChoice {
  readonly links: readonly {
    readonly kind: 'docs' | 'perk' | 'signup' | 'pricing';
    readonly url: string;
    readonly title: string;
  }[];
  readonly offer?: OfferFields;
}

/** An event as it is submitted; its page has the same members. */
export interface PassportFields extends Pick<NewHackathon, 'sponsors' | 'rulesUrl' | 'submissionsDueAt'> {
  readonly event: Pick<NewHackathon, 'name' | 'website' | 'startsAt' | 'endsAt' | 'timezone' | 'location'>;
}

export interface TrackingFields {
  readonly productId: string;
  readonly events: readonly { readonly name: string; readonly family?: EventFamily; readonly when: string }[];
  readonly via: 'server' | 'cdp' | 'csv';
  readonly cdpName?: string;
}

/** The submitted content, as the rules read it; `fields` fits the contract of its kind. */
export type SubmittedContent = {
  readonly contact: { readonly name: string; readonly email: string };
  readonly organization: { readonly name: string; readonly domain: string };
  readonly note: string | null;
} & (
  | { readonly kind: 'partner_workspace'; readonly fields: WorkspaceFields }
  | { readonly kind: 'tracked_links'; readonly fields: LinksFields }
  | { readonly kind: 'hackathon_passport'; readonly fields: PassportFields }
  | { readonly kind: 'usage_tracking'; readonly fields: TrackingFields }
);

/** A tool of the directory as far as rules ask of it. */
export interface ToolFact {
  readonly slug: string;
  readonly name: string;
  readonly vendorDomain: string | null;
  readonly website: string | null;
  readonly docsUrl: string | null;
  readonly signupUrl: string | null;
  readonly pricingUrl: string | null;
}

/** An organization that has the submitted domain. */
export interface WorkspaceFact {
  readonly organizationId: string;
  readonly name: string;
  readonly domainVerified: boolean;
  readonly products: readonly { readonly productId: string; readonly name: string; readonly type: string }[];
}

/** Something known by a name that one of the submission is like; a domain by the label under which it is registered. */
export interface NamesakeFact {
  readonly kind: 'tool' | 'vendor' | 'domain' | 'organization' | 'event';
  /** The slug of the tool or event, or the organization's id. */
  readonly id: string;
  readonly name: string;
  /** The owner's domain; null where the owner is not known. */
  readonly domain: string | null;
  /** The start of an event. */
  readonly startsAt?: string;
}

/** The state of the world when the rules ran; everything that they read beside the submission. */
export interface IntakeFacts {
  /** The tools that the submission names, and those with the name or the slug of a new one. */
  readonly tools: readonly ToolFact[];
  /** Domains of listed vendors that resemble the submitted one, itself included. */
  readonly nearDomains: readonly string[];
  /** Known records with a name that looks like one of the submission's or contains one; absent in facts of earlier rule sets. */
  readonly namesakes?: readonly NamesakeFact[];
  readonly workspaces: readonly WorkspaceFact[];
  /** Other submissions that say the same, newest first. */
  readonly twins: readonly { readonly id: string; readonly state: string; readonly kind: string }[];
  /** Slugs of offers and hackathons that are taken, of those that the draft would use. */
  readonly takenOffers: readonly string[];
  readonly takenEvents: readonly string[];
  /** The workspace submission that a tracking set-up names. */
  readonly related: {
    readonly id: string;
    readonly state: string;
    readonly domain: string;
    readonly organizationId: string | null;
    readonly productId: string;
  } | null;
  /** The set-up that the product has. */
  readonly trackingPlan: {
    readonly events: readonly unknown[];
    readonly via: string;
    readonly cdpName: string | null;
  } | null;
  /** Categories that the directory knows, of those that the submission names. */
  readonly knownCategories: readonly string[];
  /** Named events with their family, of those that the submission names. */
  readonly catalogEvents: readonly { readonly name: string; readonly family: EventFamily | null }[];
}

/** Everything that decides a draft. */
export interface DraftInputs {
  readonly ruleSet: string;
  /** The day of the run, YYYY-MM-DD, UTC. */
  readonly asOf: string;
  readonly submission: SubmittedContent;
  readonly facts: IntakeFacts;
}

export interface CheckResult {
  readonly ruleId: string;
  readonly result: 'pass' | 'fail' | 'unknown';
  readonly pointer: string;
  readonly evidence: string | null;
  readonly reason: string;
}

export interface Triage {
  readonly priority: Priority;
  /** 0 to 100. */
  readonly score: number;
  readonly route: string;
  /** Pointers of what the submitter has to add. */
  readonly missing: readonly string[];
  readonly risks: readonly string[];
}

/** The result of the rules for their inputs. */
export interface Preparation {
  readonly checks: readonly CheckResult[];
  readonly triage: Triage;
  readonly records: readonly DraftRecord[];
}

export type ContentOf<K extends IntakeKindName> = Extract<SubmittedContent, { kind: K }>;
