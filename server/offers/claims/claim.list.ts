import type { EntityManager } from '@mikro-orm/postgresql';
import { MemberRole, ownerOf, requireMember } from '../../accounts/index.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/paging/page.args.js';
import { idBefore, pageOf } from '../../platform/paging/page.js';
import { type ClaimSelection, claimantOf, describeClaim, findClaimants, readClaims } from './claim.find.js';
import type { OfferClaimList, OfferClaimsArgs } from './claim.types.js';

/** A page of claims with their offers, newest first. */
async function readPage(
  em: EntityManager,
  { limit, cursor }: PageArgs,
  narrow: (claims: ClaimSelection) => ClaimSelection,
) {
  const found = await readClaims(em, (of) =>
    narrow(of)
      .where('c.id', '<', idBefore(cursor))
      .orderBy('c.id', 'desc')
      .limit(limit + 1),
  );
  return pageOf(found, limit, ({ id }) => uuidOf('clm', id) ?? '');
}

/** The signed-in person's own claims, newest first. */
export const listMyClaims = operation(
  { name: 'myClaims', who: ['session'], limit: 'workflow' },
  async (ctx, page: PageArgs): Promise<OfferClaimList> => {
    const { items, nextCursor } = await readPage(ctx.em, page, (of) => of.where('c.user_id', '=', ownerOf(ctx)));
    return { items: items.map((claim) => describeClaim(claim, claimantOf(ctx), 'claimant')), nextCursor };
  },
);

/** Claims on the offers of a vendor, newest first: owners and admins see all of each, members the states alone. */
export const listOfferClaims = operation(
  { name: 'offerClaims', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, state, ...page }: OfferClaimsArgs): Promise<OfferClaimList> => {
    const { role } = await requireMember(ctx, organizationId, MemberRole.member);
    const { items, nextCursor } = await readPage(ctx.em, page, (of) => {
      const theirs = of.where('o.organization_id', '=', uuidOf('org', organizationId) ?? '');
      return state ? theirs.where('c.state', '=', state) : theirs;
    });
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
