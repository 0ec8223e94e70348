import type { TestApp } from './app.js';
import { askGraphql } from './ask.js';
import type { Caller } from './cast.js';

export const CLAIM_FIELDS = `id state nextStates revision note vendorNote code proof proofEventId selfReportedAt organizationId offer { id slug }
  claimant { userId email emailVerified } facts { employees partners } eligibility { verdict missing }`;

export interface Claim {
  id: string;
  state: string;
  nextStates: string[];
  revision: number;
  note: string | null;
  vendorNote: string | null;
  code: string | null;
  proof: string | null;
  proofEventId: string | null;
  selfReportedAt: string | null;
  organizationId: string | null;
  offer: { id: string; slug: string };
  claimant: { userId: string; email: string; emailVerified: boolean } | null;
  facts: { employees: number | null; partners: string[] | null } | null;
  eligibility: { verdict: string; missing: string[] } | null;
}

type App = Pick<TestApp, 'url'>;

/** Claims an offer through the endpoint. */
export const claim = (
  app: App,
  by: Caller,
  offerId: string,
  { idempotencyKey = null, ...input }: Record<string, unknown> = {},
) =>
  askGraphql<{ claimOffer: Claim | null }>(
    app,
    `mutation ($input: ClaimOfferInput!, $key: String) { claimOffer(input: $input, idempotencyKey: $key) { ${CLAIM_FIELDS} } }`,
    { input: { offerId, ...input }, key: idempotencyKey },
    by,
  );

/** Takes a claim on, as the vendor does. */
export const advance = (
  app: App,
  by: Caller,
  { id, revision }: Pick<Claim, 'id' | 'revision'>,
  to: string,
  more = {},
) =>
  askGraphql<{ advanceClaim: Claim | null }>(
    app,
    `mutation ($input: AdvanceClaimInput!) { advanceClaim(input: $input) { ${CLAIM_FIELDS} } }`,
    { input: { claimId: id, revision, to, ...more } },
    by,
  );

/** The acts that only the claimant has. */
export const ofOwn = (app: App, by: Caller, action: 'withdrawClaim' | 'reportRedemption', claimId: string) =>
  askGraphql<Record<string, Claim | null>>(
    app,
    `mutation ($input: OwnClaimInput!) { ${action}(input: $input) { ${CLAIM_FIELDS} } }`,
    { input: { claimId } },
    by,
  );

/** The newest claims on the offers of an organization, as one of its members sees them. */
export const claimsSeen = (app: App, by: Caller, organizationId: string, state: string | null = null) =>
  askGraphql<{ offerClaims: { items: Claim[]; nextCursor: string | null } }>(
    app,
    `query ($o: ID!, $state: ClaimState) { offerClaims(organizationId: $o, state: $state) { items { ${CLAIM_FIELDS} } nextCursor } }`,
    { o: organizationId, state },
    by,
  );

/** The own claims of a person. */
export const ownClaims = async (app: App, by: Caller) =>
  (await askGraphql<{ myClaims: { items: Claim[] } }>(app, `{ myClaims { items { ${CLAIM_FIELDS} } } }`, {}, by)).data
    ?.myClaims.items ?? [];
