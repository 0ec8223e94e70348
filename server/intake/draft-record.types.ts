import type { TrackingPlan } from '../tracking/index.js';

interface VendorName {
  readonly name: string;
  readonly domain: string;
}

/** The addresses of a tool that tracked links lead to. */
export type ToolLinks = {
  readonly docsUrl: string | null;
  readonly signupUrl: string | null;
  readonly pricingUrl: string | null;
};

export type NewTool = ToolLinks & {
  readonly slug: string;
  readonly name: string;
  readonly summary: string;
  readonly vendor: VendorName;
  readonly website: string;
  readonly categories: readonly string[];
};

export type NewOffer = {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly kind: 'perk' | 'credits';
  readonly claim: 'provider_link';
  readonly vendor: VendorName;
  readonly tools: readonly string[];
  readonly url: string;
  readonly termsUrl: string | null;
  readonly valueText: string | null;
  readonly amountCents: number | null;
  readonly currency: string | null;
  readonly requirements: readonly string[];
  /** A day, YYYY-MM-DD. */
  readonly endsAt: string | null;
};

export type NewHackathon = {
  readonly slug: string;
  readonly name: string;
  readonly website: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly timezone: string;
  readonly location: string | null;
  readonly rulesUrl: string;
  readonly submissionsDueAt: string;
  readonly organizer: VendorName;
  readonly sponsors: readonly (VendorName & { readonly toolSlugs: readonly string[] })[];
};

export type TrackingSetup = Pick<TrackingPlan, 'events' | 'via' | 'cdpName'> & {
  readonly organizationId: string;
  readonly productId: string;
};

type Create<T extends string, After> = RecordOf<T, 'create', After>;
interface RecordOf<T extends string, A extends 'create' | 'update', After> {
  readonly type: T;
  readonly action: A;
  readonly key: string;
  readonly before: A extends 'create' ? null : Readonly<Record<string, unknown>>;
  readonly after: After;
}

/** One record as approval would create or change it. */
export type DraftRecord =
  | Create<'organization', { readonly name: string; readonly domain: string }>
  | Create<'invitation', { readonly email: string; readonly role: 'owner' }>
  | Create<'product', { readonly productId: string; readonly name: string; readonly type: string }>
  | Create<'tool', NewTool>
  | RecordOf<'tool', 'update', ToolLinks & { readonly slug: string }>
  | Create<'product_link', { readonly productId: string; readonly toolSlug: string; readonly domain: string }>
  | RecordOf<'tracked_link', 'create' | 'update', { readonly url: string }>
  | Create<'offer', NewOffer>
  | Create<'hackathon', NewHackathon>
  | RecordOf<'tracking_setup', 'create' | 'update', TrackingSetup>;

/** The records of one type. */
export type DraftRecordOf<T extends DraftRecord['type']> = Extract<DraftRecord, { type: T }>;
