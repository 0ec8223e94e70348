import type { EntityManager } from '@mikro-orm/postgresql';
import type { OfferEligibility } from '../../directory/index.js';
import { Fault } from '../../platform/fault.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { describeVerdict, type EligibilityFacts, judgeEligibility } from '../catalog/index.js';
import { type ClaimProof, type ClaimState, NEEDS_VERIFIED, nextStates } from './claim.rules.js';
import type { Claimant, OfferClaim } from './claim.types.js';

/** A claim with its offer and its claimant, as raw statements answer it. Ids are bare UUIDs. */
export interface ClaimRow {
  id: string;
  offer_id: string;
  offer_slug: string;
  offer_title: string;
  offer_ends_at: string | null;
  offer_eligibility: OfferEligibility;
  organization_id: string;
  offer_vendor_stands: boolean;
  user_id: string;
  user_name: string;
  user_email: string;
  user_verified: boolean;
  state: ClaimState;
  facts: EligibilityFacts;
  note: string | null;
  vendor_note: string | null;
  code: string | null;
  proof: ClaimProof | null;
  proof_event_id: string | null;
  self_reported_at: string | null;
  revision: number;
  created_at: string;
  updated_at: string;
}

/** True while the organization behind an offer `o` still has the verified domain with which a reviewer approved it. */
export const VENDOR_STANDS = `(o.organization_domain is null or exists (select 1 from organization v
  where v.id = o.organization_id and v.domain = o.organization_domain and v.domain_verified_at is not null))`;

/** The refusal of what an organization may no longer grant in a vendor's name. */
export const vendorChanged = (): Fault =>
  new Fault('STATE_CONFLICT', {
    say: 'The domain of the organization behind this offer is not the one that was approved. A reviewer has to look at the offer again.',
  });

/** Who looks at a claim: the person whose claim it is, an owner or admin of the vendor, or any other member of it. */
export type ClaimViewer = 'claimant' | 'vendor' | 'member';

/** Claims that a condition in SQL with bind values finds. */
export const findClaims = (em: EntityManager, condition: string, values: unknown[]): Promise<ClaimRow[]> =>
  em.execute<ClaimRow[]>(
    `select c.id, c.offer_id, o.slug as offer_slug, o.title as offer_title, o.ends_at as offer_ends_at, o.eligibility as offer_eligibility,
       o.organization_id, ${VENDOR_STANDS} as offer_vendor_stands, c.user_id, u.name as user_name, u.email as user_email,
       u."emailVerified" as user_verified, c.state, c.facts, c.note, c.vendor_note, c.code,
       c.proof, c.proof_event_id, c.self_reported_at, c.revision, c.created_at, c.updated_at
     from offer_claim c join offer o on o.id = c.offer_id join auth."user" u on u.id = c.user_id where ${condition}`,
    values,
  );

/** One answer for a claim that there is not and for one that is none of the caller's business. */
export const noSuchClaim = (): Fault => new Fault('NOT_FOUND', { say: 'There is no such claim.' });

/** A claim, locked until the transaction ends; a public id of it. */
export async function lockClaim(em: EntityManager, claimId: string): Promise<ClaimRow> {
  const rows = await findClaims(em, 'c.id = ? for update of c', [uuidOf('clm', claimId)]);
  if (!rows[0]) throw noSuchClaim();
  return rows[0];
}

const claimantOf = (row: ClaimRow): Claimant => ({
  userId: publicId('usr', row.user_id),
  name: row.user_name,
  email: row.user_email,
  emailVerified: row.user_verified,
});

/** A claim as the caller may see it: the code, the person, the facts and the notes are for the claimant and those who decide. */
export function describeClaim(row: ClaimRow, viewer: ClaimViewer): OfferClaim {
  const isPrivate = viewer === 'member';
  return {
    id: publicId('clm', row.id),
    offer: {
      id: publicId('ofr', row.offer_id),
      slug: row.offer_slug,
      title: row.offer_title,
      endsAt: row.offer_ends_at === null ? null : new Date(row.offer_ends_at),
    },
    organizationId: publicId('org', row.organization_id),
    state: row.state,
    nextStates: isPrivate
      ? []
      : nextStates(row.state, viewer).filter((next) => row.user_verified || !NEEDS_VERIFIED.has(next)),
    revision: row.revision,
    claimant: isPrivate ? null : claimantOf(row),
    facts: isPrivate ? null : row.facts,
    eligibility: isPrivate ? null : describeVerdict(judgeEligibility(row.offer_eligibility, row.facts)),
    note: isPrivate ? null : row.note,
    vendorNote: isPrivate ? null : row.vendor_note,
    code: isPrivate ? null : row.code,
    proof: row.proof,
    proofEventId: isPrivate || row.proof_event_id === null ? null : publicId('evt', row.proof_event_id),
    selfReportedAt: row.self_reported_at === null ? null : new Date(row.self_reported_at),
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
  };
}
