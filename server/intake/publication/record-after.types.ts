import type { TrackingPlan } from '../../tracking/index.js';

/** What the records of a draft hold, by type. */
export interface ProductAfter {
  readonly productId: string;
  readonly name: string;
  readonly type: string;
}

export interface ToolAfter {
  readonly slug: string;
  readonly name: string;
  readonly summary: string;
  readonly vendor: { readonly name: string; readonly domain: string };
  readonly website: string;
  readonly categories: readonly string[];
  readonly docsUrl: string | null;
  readonly signupUrl: string | null;
  readonly pricingUrl: string | null;
}

export interface LinkAfter {
  readonly productId: string;
  readonly toolSlug: string;
  readonly domain: string;
}

export interface OfferAfter {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly kind: 'perk' | 'credits';
  readonly vendor: { readonly name: string; readonly domain: string };
  readonly tools: readonly string[];
  readonly url: string;
  readonly termsUrl: string | null;
  readonly valueText: string | null;
  readonly amountCents: number | null;
  readonly currency: string | null;
  readonly requirements: readonly string[];
  readonly endsAt: string | null;
}

export interface HackathonAfter {
  readonly slug: string;
  readonly name: string;
  readonly website: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly timezone: string;
  readonly location: string | null;
  readonly rulesUrl: string;
  readonly submissionsDueAt: string;
  readonly organizer: { readonly name: string; readonly domain: string };
  readonly sponsors: readonly {
    readonly name: string;
    readonly domain: string;
    readonly toolSlugs: readonly string[];
  }[];
}

export interface PlanAfter extends Pick<TrackingPlan, 'events' | 'via' | 'cdpName'> {
  readonly organizationId: string;
  readonly productId: string;
}
