import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Organization, type Person, recordAction } from '../accounts/index.js';
import { type AuditChain, organizationChain, PLATFORM_CHAIN } from '../platform/audit/audit.js';
import type { RequestContext } from '../platform/context.js';
import { columnsOf, partOf } from '../platform/database/kysely.js';
import type { TableOf } from '../platform/database/table.types.js';
import { Fault } from '../platform/fault.js';
import { publicId } from '../platform/ids.js';
import type { Row } from '../platform/row.types.js';
import { Claim } from './claim.entity.js';
import { CLOSED, type ClaimProof, ClaimState, NEEDS_VERIFIED, nextStates } from './claim.rules.js';
import type { OfferClaim } from './claim.types.js';
import { judgeEligibility } from './eligibility.rules.js';
import { CatalogOffer } from './offer.entity.js';
import { describeVerdict } from './offer.query.js';

/** The tables of claims and their offers, for Kysely. */
export interface ClaimTables {
  readonly offer_claim: TableOf<Claim>;
  readonly offer: TableOf<CatalogOffer>;
}

const DONE = [...CLOSED, ClaimState.redeemed].map((state) => sql.lit(state));

/** Counts the claims on an offer `o` of the statement around it that are neither closed nor redeemed. */
export const OPEN_CLAIMS = sql<number>`(select count(*)::int from offer_claim c where c.offer_id = o.id and c.state not in (${sql.join(DONE)}))`;

/** Counts all claims on an offer `o` of the statement around it; null where it is claimed at its provider, which is not known here. */
export const ALL_CLAIMS = sql<
  number | null
>`(case when o.claim = 'native' then (select count(*)::int from offer_claim c where c.offer_id = o.id) end)`;

/** Counts those of them whose redemption the vendor confirmed. */
export const REDEEMED_CLAIMS = sql<
  number | null
>`(case when o.claim = 'native' then (select count(*)::int from offer_claim c where c.offer_id = o.id and c.state = 'redeemed') end)`;

/** A claim with the offer that it is on, and the organization that decides on it; null where the offer has become one of its provider. */
export interface ClaimRecord {
  readonly claim: Omit<Row<Claim>, 'offerId'>;
  readonly offer: Omit<Row<CatalogOffer>, 'organizationId'>;
  readonly organizationId: string | null;
}

/** Claims (`c`) with their offers (`o`). */
const selectClaims = (em: EntityManager) =>
  em.getKysely<ClaimTables>().selectFrom('offer_claim as c').innerJoin('offer as o', 'o.id', 'c.offer_id');
export type ClaimSelection = ReturnType<typeof selectClaims>;

/** Reads the claims that a condition finds, with their offers, in one statement. */
export async function readClaims(
  em: EntityManager,
  narrow: (claims: ClaimSelection) => ClaimSelection,
): Promise<ClaimRecord[]> {
  const offers = partOf(em, CatalogOffer, 'o');
  const rows = await narrow(selectClaims(em))
    .select([columnsOf(em, Claim, 'c'), offers.columns])
    .$castTo<Row<Claim>>()
    .execute();
  return rows.flatMap((claim) => {
    const offer = offers.take(claim);
    return offer ? [{ claim, offer, organizationId: offer.organizationId }] : [];
  });
}

/** A claim to be changed, with its offer and the organization that decides: it stays locked until the transaction ends. */
export interface LockedClaim extends ClaimRecord {
  readonly claim: Claim;
  readonly offer: CatalogOffer;
  readonly organization: Organization | null;
}

/** One answer for a claim that does not exist and for a claim that the caller may not see. */
export const noSuchClaim = (): Fault => new Fault('NOT_FOUND', { say: 'There is no such claim.' });

/** Locks a claim in a transaction. */
export async function lockClaim(em: EntityManager, id: string): Promise<LockedClaim> {
  // Locked by itself first: the joined rows must be read after the lock's previous holder has finished.
  await em.findOne(Claim, { id }, { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  em.clear(); // rows that were read before the lock may be outdated, and `refresh` would read each relation once more
  const claim = await em.findOne(Claim, { id }, { populate: ['offer.organization'] });
  if (!claim) throw noSuchClaim();
  const offer = claim.offer.unwrap();
  const organization = offer.organization?.unwrap() ?? null;
  return { claim, offer, organization, organizationId: organization?.id ?? null };
}

/** True while the organization behind an offer still has the verified domain with which a reviewer approved it. */
export const vendorStands = (
  { organizationDomain }: Pick<CatalogOffer, 'organizationDomain'>,
  vendor: Pick<Organization, 'domain' | 'domainVerifiedAt'> | null,
): boolean =>
  organizationDomain === null || (vendor?.domain === organizationDomain && vendor.domainVerifiedAt !== null);

/** The refusal of a grant in the name of a vendor whose domain the organization no longer has. */
export const vendorChanged = (): Fault =>
  new Fault('STATE_CONFLICT', {
    say: 'The domain of the organization behind this offer is not the one that was approved. A reviewer has to look at the offer again.',
  });

/** The audit log of the vendor who decides on a claim; the platform's for an offer that has become one of its provider. */
export const vendorChain = ({ organizationId }: Pick<ClaimRecord, 'organizationId'>): AuditChain =>
  organizationId === null ? PLATFORM_CHAIN : organizationChain(organizationId);

/** The caller as the claimant of their own claims. */
export function claimantOf({ principal }: RequestContext): Person {
  if (principal.kind !== 'session') throw new Fault('SESSION_REQUIRED');
  const { name, email, emailVerified } = principal;
  return { name, email, emailVerified };
}

/** The viewers of a claim: the person whose claim it is, an owner or admin of the vendor, or any other member of it. */
export type ClaimViewer = 'claimant' | 'vendor' | 'member';

/** A claim as the caller may see it: the code, the person, the facts and the notes are for the claimant and those who decide. */
export function describeClaim(
  { claim, offer, organizationId }: ClaimRecord,
  person: Person,
  viewer: ClaimViewer,
): OfferClaim {
  const isPrivate = viewer === 'member';
  const { id, slug, title, endsAt, eligibility } = offer;
  return {
    id: claim.id,
    offer: { id, slug, title, endsAt },
    organizationId,
    state: claim.state,
    nextStates: isPrivate
      ? []
      : nextStates(claim.state, viewer).filter((next) => person.emailVerified || !NEEDS_VERIFIED.has(next)),
    revision: claim.revision,
    claimant: isPrivate ? null : { userId: claim.userId, ...person },
    facts: isPrivate ? null : claim.facts,
    eligibility: isPrivate ? null : describeVerdict(judgeEligibility(eligibility, claim.facts)),
    note: isPrivate ? null : claim.note,
    vendorNote: isPrivate ? null : claim.vendorNote,
    code: isPrivate ? null : claim.code,
    proof: claim.proof,
    proofEventId: isPrivate ? null : claim.proofEventId,
    selfReportedAt: claim.selfReportedAt,
    createdAt: claim.createdAt,
    updatedAt: claim.updatedAt,
  };
}

interface Step {
  readonly state: ClaimState;
  readonly vendorNote?: string | null;
  readonly code?: string | null;
  readonly proof?: ClaimProof | null;
  readonly proofEventId?: string | null;
}

/** Takes a locked claim one step on and records it in the vendor's audit log: the states and the kind of proof, never code, notes or facts. */
export async function storeStep(
  ctx: RequestContext,
  em: EntityManager,
  locked: LockedClaim,
  { state, vendorNote = null, code = null, proof = null, proofEventId = null }: Step,
): Promise<void> {
  const { claim } = locked;
  const before = claim.state;
  claim.state = state;
  claim.vendorNote = vendorNote ?? claim.vendorNote;
  claim.code = code ?? claim.code;
  claim.proof = proof;
  claim.proofEventId = proofEventId;
  claim.revision += 1;
  claim.updatedAt = ctx.platform.clock.now();
  await em.flush();
  await recordAction(ctx, em, {
    chain: vendorChain(locked),
    action: `claim.${state}`,
    resource: 'offer_claim',
    resourceId: publicId('clm', claim.id),
    revision: claim.revision,
    changes: {
      state: [before, state],
      ...(proof === null ? {} : { proof: [null, proof] }),
      ...(proofEventId === null ? {} : { proofEventId: [null, publicId('evt', proofEventId)] }),
    },
  });
}
