import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import { MemberRole, personOf, requireMember } from '../../accounts/index.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { idBefore, pageOf } from '../../platform/paging/page.js';
import { Claim } from './claim.entity.js';
import { claimantOf, describeClaim, findClaimants } from './claim.find.js';
import type { OfferClaimList, OfferClaimsArgs } from './claim.types.js';

/** A page of claims with their offers, newest first. */
async function findPage(em: EntityManager, where: FilterQuery<Claim>, { limit, cursor }: PageArgs) {
  const found = await em.find(
    Claim,
    { $and: [where, { id: { $lt: idBefore(cursor) } }] },
    { populate: ['offer'], orderBy: { id: 'desc' }, limit: limit + 1 },
  );
  return pageOf(found, limit, ({ id }) => uuidOf('clm', id) ?? '');
}

/** The signed-in person's own claims, newest first. */
export const listMyClaims = operation(
  { name: 'myClaims', who: ['session'], limit: 'workflow' },
  async (ctx, page: PageArgs): Promise<OfferClaimList> => {
    const { items, nextCursor } = await findPage(ctx.em, { userId: personOf(ctx) }, page);
    return { items: items.map((claim) => describeClaim(claim, claimantOf(ctx), 'claimant')), nextCursor };
  },
);

/** Claims on the offers of a vendor, newest first: owners and admins see all of each, members the states alone. */
export const listOfferClaims = operation(
  { name: 'offerClaims', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, state, ...page }: OfferClaimsArgs): Promise<OfferClaimList> => {
    const { role } = await requireMember(ctx, organizationId, MemberRole.member);
    const where = { offer: { organization: organizationId }, ...(state ? { state } : {}) };
    const { items, nextCursor } = await findPage(ctx.em, where, page);
    const people = await findClaimants(ctx.em, items);
    const viewer = role === MemberRole.member ? 'member' : 'vendor';
    return {
      items: items.flatMap((claim) => {
        const person = people.get(claim.userId);
        return person ? [describeClaim(claim, person, viewer)] : []; // the account was deleted after the claims were read
      }),
      nextCursor,
    };
  },
);
