import { LockMode, ref } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findPeople, Organization, type Person } from '../../accounts/index.js';
import { type AuditChain, organizationChain, PLATFORM_CHAIN } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { rowReader, type TableOf } from '../../platform/database/rows.read.js';
import { Fault } from '../../platform/fault.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { CatalogOffer, describeVerdict, judgeEligibility } from '../catalog/index.js';
import { Claim } from './claim.entity.js';
import { NEEDS_VERIFIED, nextStates } from './claim.rules.js';
import type { OfferClaim } from './claim.types.js';

/** True while the organization behind an offer still has the verified domain with which a reviewer approved it. */
export function vendorStands({ organization, organizationDomain }: CatalogOffer): boolean {
  if (organizationDomain === null) return true;
  const vendor = organization?.unwrap();
  return vendor?.domain === organizationDomain && vendor.domainVerifiedAt !== null;
}

/** The refusal of what an organization may no longer grant in a vendor's name. */
export const vendorChanged = (): Fault =>
  new Fault('STATE_CONFLICT', {
    say: 'The domain of the organization behind this offer is not the one that was approved. A reviewer has to look at the offer again.',
  });

/** Who looks at a claim: the person whose claim it is, an owner or admin of the vendor, or any other member of it. */
export type ClaimViewer = 'claimant' | 'vendor' | 'member';

/** One answer for a claim that there is not and for one that is none of the caller's business. */
export const noSuchClaim = (): Fault => new Fault('NOT_FOUND', { say: 'There is no such claim.' });

/** A claim with its offer, locked until the transaction ends; a public id of it. */
export async function lockClaim(em: EntityManager, id: string): Promise<Claim> {
  // Locked by itself first: the joined rows must be read after the lock's previous holder has finished.
  await em.findOne(Claim, { id }, { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  em.clear(); // what was read before the lock says nothing, and `refresh` would read each relation once more
  const claim = await em.findOne(Claim, { id }, { populate: ['offer.organization'] });
  if (!claim) throw noSuchClaim();
  return claim;
}

interface ClaimTables {
  readonly offer_claim: TableOf<Claim>;
  readonly offer: TableOf<CatalogOffer>;
}

/** Claims (`c`) with their offers (`o`). */
const selectClaims = (em: EntityManager) =>
  em.getKysely<ClaimTables>().selectFrom('offer_claim as c').innerJoin('offer as o', 'o.id', 'c.offer_id');
export type ClaimSelection = ReturnType<typeof selectClaims>;

/** The claims that a condition finds, to be read, with their offers, in one statement. */
export async function readClaims(
  em: EntityManager,
  narrow: (claims: ClaimSelection) => ClaimSelection,
): Promise<Claim[]> {
  const claim = rowReader(em, Claim, 'c');
  const offer = rowReader(em, CatalogOffer, 'o');
  const rows = await narrow(selectClaims(em))
    .select([...claim.columns, ...offer.columns])
    .select('o.organization_id as vendor')
    .execute();
  return rows.map((row) => {
    const organization =
      row.vendor === null ? null : em.getReference(Organization, publicId('org', row.vendor), { wrapped: true });
    return Object.assign(claim.read(row), { offer: ref(Object.assign(offer.read(row), { organization })) });
  });
}

/** The audit log of the vendor who decides on a claim; the platform's for an offer that has become one that is claimed at its provider. */
export function vendorChain({ offer }: Claim): AuditChain {
  const vendor = uuidOf('org', offer.unwrap().organization?.id ?? '');
  return vendor === null ? PLATFORM_CHAIN : organizationChain(vendor);
}

/** The caller as the claimant of their own claims. */
export function claimantOf({ principal }: RequestContext): Person {
  if (principal.kind !== 'session') throw new Fault('SESSION_REQUIRED');
  const { name, email, emailVerified } = principal;
  return { name, email, emailVerified };
}

/** The people who made claims, by the claims' `userId`. */
export async function findClaimants(em: EntityManager, claims: readonly Claim[]): Promise<Map<string, Person>> {
  const uuids = new Map(claims.map(({ userId }) => [userId, uuidOf('usr', userId) ?? '']));
  const people = await findPeople(em, [...uuids.values()]);
  return new Map(
    [...uuids].flatMap(([userId, uuid]) => {
      const person = people.get(uuid);
      return person ? [[userId, person]] : [];
    }),
  );
}

/** A claim as the caller may see it: the code, the person, the facts and the notes are for the claimant and those who decide. */
export function describeClaim(claim: Claim, person: Person, viewer: ClaimViewer): OfferClaim {
  const isPrivate = viewer === 'member';
  const { id, slug, title, endsAt, organization, eligibility } = claim.offer.unwrap();
  return {
    id: claim.id,
    offer: { id, slug, title, endsAt },
    organizationId: organization?.id ?? null,
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
