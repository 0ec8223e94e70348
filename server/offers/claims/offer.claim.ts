import { LockMode, raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { personOf, requireVerified } from '../../accounts/index.js';
import { findOfferLinks } from '../../directory/index.js';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { once } from '../../platform/idempotency/idempotency.js';
import { newUuid, publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { CatalogOffer, factNames } from '../catalog/index.js';
import { Claim } from './claim.entity.js';
import { claimantOf, describeClaim, noSuchClaim, vendorChanged, vendorStands } from './claim.find.js';
import { CLOSED, ClaimState } from './claim.rules.js';
import type { ClaimOfferInput, OfferClaim } from './claim.types.js';

export interface ClaimOfferCall extends ClaimOfferInput {
  idempotencyKey?: string | null;
}

/**
 * Claims a native offer for the signed-in person, whose address is verified; the vendor decides on it. A person has one open claim on an offer: the unique index
 * lets one of two calls through. What a provider gives at its own address cannot be claimed here (rule 2 of the specification, §3).
 */
export const claimOffer = operation(
  { name: 'claimOffer', who: ['session'], writes: true, limit: 'workflow' },
  async function claimOffer(ctx, call: ClaimOfferCall): Promise<OfferClaim> {
    requireVerified(ctx);
    const { idempotencyKey, ...body } = call;
    const id = await once(ctx, 'claimOffer', idempotencyKey, body, (em) => createClaim(ctx, em, body));
    const claim = await ctx.em.findOne(Claim, { id }, { populate: ['offer'], refresh: true });
    if (!claim) throw noSuchClaim();
    return describeClaim(claim, claimantOf(ctx), 'claimant');
  },
);

async function createClaim(ctx: RequestContext, em: EntityManager, input: ClaimOfferInput): Promise<string> {
  const { platform, requestId } = ctx;
  const now = platform.clock.now();
  const userId = personOf(ctx);
  const { offerId } = input;
  const organizationId = await openOffer(em, offerId, now, platform.config.baseUrl);
  const id = newUuid();
  const facts = Object.fromEntries(
    factNames.flatMap((name) => {
      const fact = input.facts?.[name] ?? null;
      return fact === null ? [] : [[name, fact]];
    }),
  );
  const made = await em
    .qb(Claim)
    .insert({
      id,
      offer: offerId,
      userId,
      state: ClaimState.requested,
      facts,
      note: input.note?.trim() ?? null,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict(raw(`(offer_id, user_id) where state not in ('rejected', 'expired', 'withdrawn')`))
    .ignore()
    .returning('id')
    .execute('all');
  if (made.length === 0) throw await openClaimFault(em, offerId, userId);
  await recordAudit(em, now, {
    chain: organizationChain(uuidOf('org', organizationId) ?? ''),
    actor: userId,
    action: 'claim.create',
    resource: 'offer_claim',
    resourceId: publicId('clm', id),
    revision: 1,
    changes: { state: [null, ClaimState.requested], offerId: [null, offerId] },
    requestId,
  });
  return id;
}

/** The organization that decides on claims of a live native offer; the offer cannot change until the transaction ends. */
async function openOffer(em: EntityManager, id: string, now: Date, baseUrl: string): Promise<string> {
  const offer = await em.findOne(CatalogOffer, { id }, { lockMode: LockMode.PESSIMISTIC_READ, refresh: true });
  if (!offer?.listed) throw new Fault('NOT_FOUND', { say: 'There is no such offer.' });
  if (offer.claim !== 'native' || offer.organization === null) {
    const uuid = uuidOf('ofr', id) ?? '';
    const linkId = (await findOfferLinks(em, uuid)).get(uuid);
    const url = linkId === undefined ? null : `${baseUrl}/go/${publicId('lnk', linkId)}`;
    throw new Fault('STATE_CONFLICT', {
      say: `This offer is taken at the provider${url === null ? '' : `: ${url}`}. Opening that link does not create a claim.`,
      members: { claim: 'provider_link', url },
    });
  }
  if (offer.endsAt !== null && offer.endsAt <= now)
    throw new Fault('STATE_CONFLICT', { say: `This offer ended on ${offer.endsAt.toISOString().slice(0, 10)}.` });
  await offer.organization.loadOrFail({ refresh: true });
  if (!vendorStands(offer)) throw vendorChanged();
  return offer.organization.id;
}

async function openClaimFault(em: EntityManager, offerId: string, userId: string): Promise<Fault> {
  const open = await em.findOne(
    Claim,
    { offer: offerId, userId, state: { $nin: [...CLOSED] } },
    { fields: ['id', 'state'], refresh: true },
  );
  if (!open) return new Fault('STATE_CONFLICT', { say: 'Your claim on this offer was just closed.' });
  return new Fault('STATE_CONFLICT', {
    say: `You already have a claim on this offer: ${open.id}, ${open.state}.`,
    members: { claimId: open.id, state: open.state },
  });
}
