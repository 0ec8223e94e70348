import { MemberRole, personOf, requireMember } from '../../accounts/index.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { PageArgs } from '../../platform/page.args.js';
import { keyOfCursor, pageOf } from '../../platform/page.js';
import { describeClaim, findClaims } from './claim.find.js';
import type { OfferClaimList, OfferClaimsArgs } from './claim.types.js';

const UUID_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The signed-in person's own claims, newest first. */
export const listMyClaims = operation(
  { name: 'myClaims', who: ['session'], limit: 'workflow' },
  async (ctx, { limit, cursor }: PageArgs): Promise<OfferClaimList> => {
    const before = keyOfCursor(cursor, UUID_KEY);
    const rows = await findClaims(ctx.em, `c.user_id = ?${before ? ' and c.id < ?' : ''} order by c.id desc limit ?`, [
      uuidOf('usr', personOf(ctx)),
      ...(before ? [before] : []),
      limit + 1,
    ]);
    const page = pageOf(rows, limit, ({ id }) => id);
    return { items: page.items.map((row) => describeClaim(row, 'claimant')), nextCursor: page.nextCursor };
  },
);

/** Claims on the offers of a vendor, newest first: owners and admins see all of each, members the states alone. */
export const listOfferClaims = operation(
  { name: 'offerClaims', who: ['session'], limit: 'workflow' },
  async (ctx, { organizationId, state, limit, cursor }: OfferClaimsArgs): Promise<OfferClaimList> => {
    const { role } = await requireMember(ctx, organizationId, MemberRole.member);
    const before = keyOfCursor(cursor, UUID_KEY);
    const rows = await findClaims(
      ctx.em,
      `o.organization_id = ?${state ? ' and c.state = ?' : ''}${before ? ' and c.id < ?' : ''} order by c.id desc limit ?`,
      [uuidOf('org', organizationId), ...(state ? [state] : []), ...(before ? [before] : []), limit + 1],
    );
    const page = pageOf(rows, limit, ({ id }) => id);
    const viewer = role === MemberRole.member ? 'member' : 'vendor';
    return { items: page.items.map((row) => describeClaim(row, viewer)), nextCursor: page.nextCursor };
  },
);
