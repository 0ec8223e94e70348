import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { MemberRole, type Person, personOf, requireMember } from '../../accounts/index.js';
import { Fault, invalid } from '../../platform/fault.js';
import { operation } from '../../platform/operation.js';
import type { OffersContext } from '../offers.open.js';
import type { Claim } from './claim.entity.js';
import { describeClaim, findClaimants, lockClaim, noSuchClaim, vendorChanged, vendorStands } from './claim.find.js';
import { NEEDS_VERIFIED, nextStates, stepProblems } from './claim.rules.js';
import type { AdvanceClaimInput, OfferClaim } from './claim.types.js';
import { storeStep } from './step.store.js';

/**
 * The vendor's decision on a claim, by an owner or admin, about the revision that they saw. No one decides on a claim of their own:
 * what the claimant says is a self-report, whatever else they are.
 */
export const advanceClaim = operation(
  { name: 'advanceClaim', who: ['session'], writes: true, limit: 'workflow' },
  async function advanceClaim(ctx: OffersContext, input: AdvanceClaimInput): Promise<OfferClaim> {
    try {
      return await ctx.em.transactional(async (em) => {
        const claim = await lockClaim(em, input.claimId);
        await requireDecider(ctx, em, claim);
        if (claim.revision !== input.revision)
          throw new Fault('STALE_REVISION', {
            say: `The claim is at revision ${claim.revision} and ${claim.state}.`,
            members: { revision: claim.revision, state: claim.state },
          });
        refuseWrongStep(claim, input);
        const claimant = (await findClaimants(em, [claim])).get(claim.userId);
        if (!claimant) throw noSuchClaim();
        refuseUnverified(claimant, input);
        refuseEnded(claim, input, ctx.platform.clock.now());
        await refuseForeignEvent(ctx, claim, input.eventId);
        await storeStep(ctx, em, claim, {
          state: input.to,
          vendorNote: input.note?.trim() ?? null,
          code: input.code?.trim() ?? null,
          proof: input.proof ?? null,
          proofEventId: input.eventId ?? null,
        });
        return describeClaim(claim, claimant, 'vendor');
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException)
        throw new Fault('STATE_CONFLICT', { say: 'This event is already the proof of another claim.' });
      throw error;
    }
  },
  { check: stepProblems },
);

/** The organization that decides on a claim; of an offer that has become one that is claimed at its provider, none does. */
const vendorOf = ({ offer }: Claim): string => offer.unwrap().organization?.id ?? '';

/** A stranger must not learn that the claim exists; a claimant who is in the vendor's organization leaves it to a colleague. */
async function requireDecider(ctx: OffersContext, em: EntityManager, claim: Claim): Promise<void> {
  try {
    await requireMember(ctx, vendorOf(claim), MemberRole.admin, em);
  } catch (error) {
    throw error instanceof Fault && error.code === 'NOT_FOUND' ? noSuchClaim() : error;
  }
  if (personOf(ctx) === claim.userId)
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
 * Once the offer has ended, or the vendor's domain is another one than was approved, nothing more is granted; what was granted before can
 * still be redeemed, and anything refused.
 */
function refuseEnded(claim: Claim, { to }: AdvanceClaimInput, now: Date): void {
  const offer = claim.offer.unwrap();
  const grants = to === 'vendor_review' || to === 'approved' || to === 'code_issued';
  if (grants && !vendorStands(offer)) throw vendorChanged();
  if (grants && offer.endsAt !== null && offer.endsAt <= now)
    throw new Fault('STATE_CONFLICT', { say: 'The offer has ended: the claim can be rejected or expire.' });
}

async function refuseForeignEvent(
  { parts }: OffersContext,
  claim: Claim,
  eventId: string | null | undefined,
): Promise<void> {
  if (!eventId) return;
  if (await parts.offerEvents(vendorOf(claim), eventId)) return;
  throw invalid([
    {
      pointer: '/eventId',
      code: 'not_found',
      detail: 'the vendor’s organization has no commercial event with this id',
    },
  ]);
}
