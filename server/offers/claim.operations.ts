import type { EntityManager } from '@mikro-orm/postgresql';
import { IsEnum, IsOptional, ValidateNested } from 'class-validator';
import { type SqlBool, sql } from 'kysely';
import { ArgsType, Field, ID, InputType } from 'type-graphql';
import {
  findPeople,
  findVendor,
  isEnough,
  MemberRole,
  ownerOf,
  recordAction,
  requireMember,
  requireVerified,
} from '../accounts/index.js';
import { findOfferLinks } from '../directory/index.js';
import { organizationChain } from '../platform/audit/audit.js';
import { IsText } from '../platform/constraints.js';
import type { RequestContext } from '../platform/context.js';
import { columnsOf } from '../platform/database/kysely.js';
import { insertUnlessTaken } from '../platform/database/rows.insert.js';
import { Fault } from '../platform/fault.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { once } from '../platform/idempotency/idempotency.js';
import { newUuid, publicId } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import { placeOf } from '../platform/paging/sort.place.js';
import { sortsOf, TimedPageArgs } from '../platform/paging/sorted.args.js';
import { type SortedListOf, sortedPage } from '../platform/paging/sorted.page.js';
import type { Row } from '../platform/row.types.js';
import { Claim } from './claim.entity.js';
import {
  type ClaimSelection,
  type ClaimTables,
  claimantOf,
  describeClaim,
  type LockedClaim,
  lockClaim,
  noSuchClaim,
  readClaims,
  storeStep,
  vendorChain,
  vendorChanged,
  vendorStands,
} from './claim.query.js';
import { CLOSED, ClaimState, nextStates } from './claim.rules.js';
import type { OfferClaim, OfferClaimList } from './claim.types.js';
import { factNames } from './eligibility.rules.js';
import { EligibilityFacts } from './eligibility.types.js';
import { CatalogOffer } from './offer.entity.js';

const NOTE_MAX = 1_000;

export const claimSorts = sortsOf(['created', 'updated', 'state', 'offer'], '-created');

@ArgsType()
export class MyClaimsArgs extends TimedPageArgs(claimSorts, 'the offer’s title or its vendor’s name', 'Updated') {
  @Field(() => [ClaimState], { nullable: true, description: 'Only claims in one of these states.' })
  @IsOptional()
  @IsEnum(ClaimState, { each: true })
  states?: ClaimState[] | null;

  @Field(() => ID, { nullable: true, description: 'Only this claim.' })
  @IsOptional()
  @IdOf('clm')
  claimId?: string | null;
}

@ArgsType()
export class OfferClaimsArgs extends MyClaimsArgs {
  @Field(() => ID, { description: 'Organization to read of; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ClaimState, { nullable: true, description: 'One state; `states` takes several.' })
  @IsOptional()
  @IsEnum(ClaimState)
  state?: ClaimState | null;
}

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
  const { claimId, states } = args;
  const page = sortedPage({ ...LIST, name }, args);
  const found = await readClaims(em, (of) => {
    let theirs = narrow(of);
    if (claimId) theirs = theirs.where('c.id', '=', claimId);
    return page.narrow(states?.length ? theirs.where('c.state', 'in', states) : theirs);
  });
  return page.cut(found, ({ claim }) => placeOf(claim));
}

/** The signed-in person's own claims, newest first if no order is asked for. */
export const listMyClaims = operation(
  { name: 'myClaims', who: ['session'], limit: 'workflow' },
  async function myClaims(ctx, args: MyClaimsArgs): Promise<OfferClaimList> {
    const { items, nextCursor } = await readPage(ctx.em, 'myClaims', args, (of) =>
      of.where('c.user_id', '=', ownerOf(ctx)),
    );
    return { items: items.map((record) => describeClaim(record, claimantOf(ctx), 'claimant')), nextCursor };
  },
);

/** Claims on the offers of a vendor, newest first if no order is asked for: owners and admins see all of each, members the states alone. */
export const listOfferClaims = operation(
  { name: 'offerClaims', who: ['session'], limit: 'workflow' },
  async function offerClaims(ctx, args: OfferClaimsArgs): Promise<OfferClaimList> {
    const { organizationId, state } = args;
    const { role } = await requireMember(ctx, organizationId, MemberRole.reader);
    const { items, nextCursor } = await readPage(ctx.em, 'offerClaims', args, (of) => {
      const theirs = of.where('o.organization_id', '=', organizationId);
      return state ? theirs.where('c.state', '=', state) : theirs;
    });
    const people = await findPeople(
      ctx.em,
      items.map(({ claim }) => claim.userId),
    );
    const viewer = isEnough(role, MemberRole.admin) ? 'vendor' : 'member';
    return {
      items: items.flatMap((record) => {
        const person = people.get(record.claim.userId);
        return person ? [describeClaim(record, person, viewer)] : []; // the account was deleted after the claims were read
      }),
      nextCursor,
    };
  },
);

@InputType({ description: 'Claims an offer for an organization.' })
export class ClaimOfferInput {
  @Field(() => ID, { description: 'The offer to claim.' })
  @IdOf('ofr')
  offerId: string;

  @Field(() => EligibilityFacts, { nullable: true, description: 'Facts about the company that the vendor receives.' })
  @IsOptional()
  @ValidateNested()
  facts?: EligibilityFacts | null;

  @Field(() => String, { nullable: true, description: 'A note to the vendor.' })
  @IsOptional()
  @IsText(NOTE_MAX)
  note?: string | null;
}

export interface ClaimOfferCall extends ClaimOfferInput {
  idempotencyKey?: string | null;
}

/**
 * Claims a native offer for the signed-in person, whose address is verified; the vendor decides on it. A person has one open claim on an
 * offer: the unique index lets one of two calls through. An offer that is taken at its provider cannot be claimed here (rule 2 of the
 * specification, §3).
 */
export const claimOffer = operation(
  { name: 'claimOffer', who: ['session'], writes: true, limit: 'workflow' },
  async function claimOffer(ctx, { idempotencyKey, ...input }: ClaimOfferCall): Promise<OfferClaim> {
    requireVerified(ctx);
    const sent = { ...input, offerId: publicId('ofr', input.offerId) }; // a retry is recognised by what it sends
    const id = await once(ctx, 'claimOffer', idempotencyKey, sent, (em) => createClaim(ctx, em, input));
    const [record] = await readClaims(ctx.em, (of) => of.where('c.id', '=', id));
    if (!record) throw noSuchClaim();
    return describeClaim(record, claimantOf(ctx), 'claimant');
  },
);

/** The condition of the unique index that lets a person have one open claim on an offer. */
const IS_OPEN = sql<SqlBool>`state not in (${sql.join(CLOSED.map((state) => sql.lit(state)))})`;

async function createClaim(ctx: RequestContext, em: EntityManager, input: ClaimOfferInput): Promise<string> {
  const { platform } = ctx;
  const now = platform.clock.now();
  const userId = ownerOf(ctx);
  const { offerId } = input;
  const organizationId = await requireOpenOffer(em, offerId, now, platform.config.baseUrl);
  const id = newUuid();
  const facts = Object.fromEntries(
    factNames.flatMap((name) => {
      const fact = input.facts?.[name] ?? null;
      return fact === null ? [] : [[name, fact]];
    }),
  );
  const note = input.note?.trim() ?? null;
  const made = await insertUnlessTaken(
    em,
    Claim,
    { id, offer: offerId, userId, state: ClaimState.requested, facts, note, createdAt: now, updatedAt: now },
    ['offer', 'userId'],
    IS_OPEN,
  );
  if (!made) throw await openClaimFault(em, offerId, userId);
  await recordAction(ctx, em, {
    chain: organizationChain(organizationId),
    action: 'claim.create',
    resource: 'offer_claim',
    resourceId: publicId('clm', id),
    revision: 1,
    changes: { state: [null, ClaimState.requested], offerId: [null, publicId('ofr', offerId)] },
  });
  return id;
}

/** The organization that decides on claims of a live native offer; the offer cannot change until the transaction ends. */
async function requireOpenOffer(em: EntityManager, id: string, now: Date, baseUrl: string): Promise<string> {
  const offer = await em
    .getKysely<ClaimTables>()
    .selectFrom('offer as o')
    .select(columnsOf(em, CatalogOffer, 'o'))
    .where('o.id', '=', id)
    .forNoKeyUpdate() // a distributed database deadlocks over shared locks of a table that every worker has
    .$castTo<Row<CatalogOffer>>()
    .executeTakeFirst();
  if (!offer?.listed) throw new Fault('NOT_FOUND', { say: 'There is no such offer.' });
  const { claim, organizationId, endsAt } = offer;
  if (claim !== 'native' || organizationId === null) {
    const linkId = (await findOfferLinks(em, id)).get(id);
    const url = linkId === undefined ? null : `${baseUrl}/go/${publicId('lnk', linkId)}`;
    throw new Fault('STATE_CONFLICT', {
      say: `This offer is taken at the provider${url === null ? '' : `: ${url}`}. Opening that link does not create a claim.`,
      members: { claim: 'provider_link', url },
    });
  }
  if (endsAt !== null && endsAt <= now)
    throw new Fault('STATE_CONFLICT', { say: `This offer ended on ${endsAt.toISOString().slice(0, 10)}.` });
  if (!vendorStands(offer, await findVendor(em, organizationId))) throw vendorChanged();
  return organizationId;
}

async function openClaimFault(em: EntityManager, offerId: string, userId: string): Promise<Fault> {
  const open = await em
    .getKysely<ClaimTables>()
    .selectFrom('offer_claim')
    .select(['id', 'state'])
    .where('offer_id', '=', offerId)
    .where('user_id', '=', userId)
    .where('state', 'not in', CLOSED)
    .executeTakeFirst();
  if (!open) return new Fault('STATE_CONFLICT', { say: 'Your claim on this offer was just closed.' });
  const claimId = publicId('clm', open.id);
  return new Fault('STATE_CONFLICT', {
    say: `You already have a claim on this offer: ${claimId}, ${open.state}.`,
    members: { claimId, state: open.state },
  });
}

@InputType({ description: "Names a claim of the caller's organization." })
export class OwnClaimInput {
  @Field(() => ID, { description: 'The claim.' })
  @IdOf('clm')
  claimId: string;
}

/** The claimant takes the claim back, as long as no code was handed out; the offer can be claimed again. */
export const withdrawClaim = operation(
  { name: 'withdrawClaim', who: ['session'], writes: true, limit: 'workflow' },
  function withdrawClaim(ctx, { claimId }: OwnClaimInput): Promise<OfferClaim> {
    return onOwnClaim(ctx, claimId, async (em, locked) => {
      const { state } = locked.claim;
      if (!nextStates(state, 'claimant').includes(ClaimState.withdrawn))
        throw new Fault('STATE_CONFLICT', { say: `The claim is ${state} and can no longer be withdrawn.` });
      await storeStep(ctx, em, locked, { state: ClaimState.withdrawn });
    });
  },
);

/** The claimant reports that the code was used. The report is stored with its time and changes nothing else: it is no proof (decisions §3). */
export const reportRedemption = operation(
  { name: 'reportRedemption', who: ['session'], writes: true, limit: 'workflow' },
  function reportRedemption(ctx, { claimId }: OwnClaimInput): Promise<OfferClaim> {
    return onOwnClaim(ctx, claimId, async (em, locked) => {
      const { claim } = locked;
      if (claim.selfReportedAt !== null) return; // the first report keeps its time
      if (claim.state !== ClaimState.code_issued)
        throw new Fault('STATE_CONFLICT', { say: `The claim is ${claim.state} and has no code to redeem.` });
      const now = ctx.platform.clock.now();
      claim.selfReportedAt = now;
      await em.flush();
      await recordAction(ctx, em, {
        chain: vendorChain(locked),
        action: 'claim.self_report',
        resource: 'offer_claim',
        resourceId: publicId('clm', claimId),
        revision: claim.revision,
        changes: { selfReportedAt: [null, now.toISOString()] },
      });
    });
  },
);

/** Runs a change on a claim of the caller's own, locked; everyone else's is as if it were not there. */
function onOwnClaim(
  ctx: RequestContext,
  claimId: string,
  change: (em: EntityManager, locked: LockedClaim) => Promise<void>,
): Promise<OfferClaim> {
  return ctx.em.transactional(async (em) => {
    const locked = await lockClaim(em, claimId);
    if (locked.claim.userId !== ownerOf(ctx)) throw noSuchClaim();
    await change(em, locked);
    return describeClaim(locked, claimantOf(ctx), 'claimant');
  });
}
