import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { IsEnum, IsInt, IsOptional, Max, Min } from 'class-validator';
import { Field, ID, InputType, Int } from 'type-graphql';
import { findPeople, MemberRole, ownerOf, type Person, requireMember } from '../accounts/index.js';
import { IsText } from '../platform/constraints.js';
import { Fault, invalid } from '../platform/fault.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { operation } from '../platform/operation.js';
import type { Claim } from './claim.entity.js';
import {
  describeClaim,
  type LockedClaim,
  lockClaim,
  noSuchClaim,
  storeStep,
  vendorChanged,
  vendorStands,
} from './claim.query.js';
import { ClaimProof, ClaimState, NEEDS_VERIFIED, nextStates, stepProblems } from './claim.rules.js';
import type { OfferClaim } from './claim.types.js';
import type { OffersContext } from './offers.context.js';

const NOTE_MAX = 1_000;
const CODE_MAX = 500;
const REVISION_MAX = 2_147_483_647;

@InputType({ description: 'Moves a claim to its next state.' })
export class AdvanceClaimInput {
  @Field(() => ID, { description: 'The claim to move.' })
  @IdOf('clm')
  claimId: string;

  @Field(() => Int, { description: 'The revision that the decision is about; another one is STALE_REVISION.' })
  @IsInt()
  @Min(1)
  @Max(REVISION_MAX)
  revision: number;

  @Field(() => ClaimState, { description: 'The state from now on.' })
  @IsEnum(ClaimState)
  to: ClaimState;

  @Field(() => String, { nullable: true, description: 'A note to the claimant.' })
  @IsOptional()
  @IsText(NOTE_MAX)
  note?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'With code_issued; shown to the claimant and to owners and admins of the vendor alone.',
  })
  @IsOptional()
  @IsText(CODE_MAX)
  code?: string | null;

  @Field(() => ClaimProof, { nullable: true, description: 'With redeemed.' })
  @IsOptional()
  @IsEnum(ClaimProof)
  proof?: ClaimProof | null;

  @Field(() => ID, {
    nullable: true,
    description: 'With event_confirmed: a commercial event of the vendor’s organization.',
  })
  @IsOptional()
  @IdOf('evt')
  eventId?: string | null;
}

/**
 * The vendor's decision on a claim, by an owner or admin, about the revision that they saw. No one decides on a claim of their own:
 * a claimant's word is a self-report, whatever role they have.
 */
export const advanceClaim = operation(
  { name: 'advanceClaim', who: ['session'], writes: true, limit: 'workflow' },
  async function advanceClaim(ctx: OffersContext, input: AdvanceClaimInput): Promise<OfferClaim> {
    try {
      return await ctx.em.transactional(async (em) => {
        const locked = await lockClaim(em, input.claimId);
        const { claim } = locked;
        await requireDecider(ctx, em, locked);
        if (claim.revision !== input.revision)
          throw new Fault('STALE_REVISION', {
            say: `The claim is at revision ${claim.revision} and ${claim.state}.`,
            members: { revision: claim.revision, state: claim.state },
          });
        refuseWrongStep(claim, input);
        const claimant = (await findPeople(em, [claim.userId])).get(claim.userId);
        if (!claimant) throw noSuchClaim();
        refuseUnverified(claimant, input);
        refuseEnded(locked, input, ctx.platform.clock.now());
        await refuseForeignEvent(ctx, locked, input.eventId);
        await storeStep(ctx, em, locked, {
          state: input.to,
          vendorNote: input.note?.trim() ?? null,
          code: input.code?.trim() ?? null,
          proof: input.proof ?? null,
          proofEventId: input.eventId ?? null,
        });
        return describeClaim(locked, claimant, 'vendor');
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException)
        throw new Fault('STATE_CONFLICT', { say: 'This event is already the proof of another claim.' });
      throw error;
    }
  },
  { check: stepProblems },
);

/** A stranger must not learn that the claim exists; a claimant who is in the vendor's organization leaves it to a colleague. */
async function requireDecider(
  ctx: OffersContext,
  em: EntityManager,
  { claim, organizationId }: LockedClaim,
): Promise<void> {
  if (organizationId === null) throw noSuchClaim(); // no organization decides on an offer that has become one of its provider
  try {
    await requireMember(ctx, organizationId, MemberRole.admin, em);
  } catch (error) {
    throw error instanceof Fault && error.code === 'NOT_FOUND' ? noSuchClaim() : error;
  }
  if (ownerOf(ctx) === claim.userId)
    throw new Fault('NOT_A_MEMBER', { say: 'Another owner or admin must decide on a claim of your own.' });
}

function refuseWrongStep(claim: Claim, { to }: AdvanceClaimInput): void {
  const next = nextStates(claim.state, 'vendor');
  if (next.includes(to)) return;
  const may = next.length ? `the vendor may take it to ${next.join(' or ')}` : 'no step leads on from there';
  throw new Fault('STATE_CONFLICT', {
    say: `The claim is ${claim.state}: ${may}.`,
    members: { state: claim.state, nextStates: next },
  });
}

/** A claim made before its claimant's address was verified waits for that, or is closed: the address may be another user's. */
function refuseUnverified({ emailVerified }: Person, { to }: AdvanceClaimInput): void {
  if (!emailVerified && NEEDS_VERIFIED.has(to))
    throw new Fault('STATE_CONFLICT', {
      say: 'The claimant’s address is not verified: until it is, the claim can only be rejected or expire.',
    });
}

/**
 * Nothing more is granted once the offer has ended or the vendor's domain is no longer the approved one. An issued code can still be
 * redeemed, and every claim be rejected.
 */
function refuseEnded({ offer, organization }: LockedClaim, { to }: AdvanceClaimInput, now: Date): void {
  const grants = to === 'vendor_review' || to === 'approved' || to === 'code_issued';
  if (grants && !vendorStands(offer, organization)) throw vendorChanged();
  if (grants && offer.endsAt !== null && offer.endsAt <= now)
    throw new Fault('STATE_CONFLICT', { say: 'The offer has ended: the claim can be rejected or expire.' });
}

async function refuseForeignEvent(
  { parts }: OffersContext,
  { organizationId }: LockedClaim,
  eventId: string | null | undefined,
): Promise<void> {
  if (!eventId) return;
  if (organizationId && (await parts.offerEvents(organizationId, eventId))) return;
  throw invalid([
    {
      pointer: '/eventId',
      code: 'not_found',
      detail: 'the vendor’s organization has no commercial event with this id',
    },
  ]);
}
