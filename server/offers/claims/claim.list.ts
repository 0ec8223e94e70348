import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { MemberRole, ownerOf, requireMember } from '../../accounts/index.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import { type ClaimSelection, claimantOf, describeClaim, findClaimants, readClaims } from './claim.find.js';
import { claimSorts, type MyClaimsArgs, type OfferClaimList, type OfferClaimsArgs } from './claim.types.js';

const LIST: Omit<SortedListOf<typeof claimSorts>, 'name'> = {
  sorts: claimSorts,
  tie: { by: sql`c.id`, type: 'uuid' },
  by: {
    created: null,
    updated: { by: sql`c.updated_at`, type: 'time' },
    state: { by: sql`c.state`, type: 'text' },
    offer: { by: sql`lower(o.title)`, type: 'text' },
  },
  naming: [sql`o.title`, sql`o.vendor_name`],
  time: sql`c.updated_at`,
};

/** A page of claims with their offers. */
async function readPage(
  em: EntityManager,
  name: string,
  args: MyClaimsArgs,
  narrow: (claims: ClaimSelection) => ClaimSelection,
) {
  const page = sortedPage({ ...LIST, name }, args);
  const found = await readClaims(em, (of) => {
    let theirs = narrow(of);
    if (args.claimId) theirs = theirs.where('c.id', '=', uuidOf('clm', args.claimId) ?? '');
    return page.narrow(args.states?.length ? theirs.where('c.state', 'in', args.states) : theirs);
  });
  return page.cut(found);
}

/** The signed-in person's own claims, newest first if no order is asked for. */
export const listMyClaims = operation(
  { name: 'myClaims', who: ['session'], limit: 'workflow' },
  async function myClaims(ctx, args: MyClaimsArgs): Promise<OfferClaimList> {
    const { items, nextCursor } = await readPage(ctx.em, 'myClaims', args, (of) =>
      of.where('c.user_id', '=', ownerOf(ctx)),
    );
    return { items: items.map((claim) => describeClaim(claim, claimantOf(ctx), 'claimant')), nextCursor };
  },
);

/** Claims on the offers of a vendor, newest first if no order is asked for: owners and admins see all of each, members the states alone. */
export const listOfferClaims = operation(
  { name: 'offerClaims', who: ['session'], limit: 'workflow' },
  async function offerClaims(ctx, args: OfferClaimsArgs): Promise<OfferClaimList> {
    const { organizationId, state } = args;
    const { role } = await requireMember(ctx, organizationId, MemberRole.member);
    const { items, nextCursor } = await readPage(ctx.em, 'offerClaims', args, (of) => {
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
