import type { EntityManager } from '@mikro-orm/postgresql';
import { personOf, requireVerified } from '../../accounts/index.js';
import { organizationChain, recordAudit } from '../../platform/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { Fault } from '../../platform/fault.js';
import { once } from '../../platform/idempotency.js';
import { newUuid, publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { factNames } from '../catalog/index.js';
import { describeClaim, findClaims, noSuchClaim, VENDOR_STANDS, vendorChanged } from './claim.find.js';
import { ClaimState } from './claim.rules.js';
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
  async (ctx, call: ClaimOfferCall): Promise<OfferClaim> => {
    requireVerified(ctx);
    const { idempotencyKey, ...body } = call;
    const id = await once(ctx, 'claimOffer', idempotencyKey, body, (em) => createClaim(ctx, em, body));
    const [row] = await findClaims(ctx.em, 'c.id = ?', [id]);
    if (!row) throw noSuchClaim();
    return describeClaim(row, 'claimant');
  },
);

interface OpenOffer {
  claim: string;
  organization_id: string | null;
  ends_at: string | null;
  listed: boolean;
  vendor_stands: boolean;
  link_id: string | null;
}

async function createClaim(ctx: RequestContext, em: EntityManager, input: ClaimOfferInput): Promise<string> {
  const { platform, requestId } = ctx;
  const now = platform.clock.now();
  const person = personOf(ctx);
  const offerUuid = uuidOf('ofr', input.offerId) ?? '';
  const userUuid = uuidOf('usr', person) ?? '';
  const organizationId = await openOffer(em, offerUuid, now, platform.config.baseUrl);
  const id = newUuid();
  const facts = Object.fromEntries(
    factNames.flatMap((name) => {
      const fact = input.facts?.[name] ?? null;
      return fact === null ? [] : [[name, fact]];
    }),
  );
  const made = await em.execute<unknown[]>(
    `insert into offer_claim (id, offer_id, user_id, state, facts, note, created_at, updated_at) values (?, ?, ?, ?, ?::jsonb, ?, ?, ?)
     on conflict (offer_id, user_id) where state not in ('rejected', 'expired', 'withdrawn') do nothing returning id`,
    [id, offerUuid, userUuid, ClaimState.requested, JSON.stringify(facts), input.note?.trim() ?? null, now, now],
  );
  if (made.length === 0) throw await openClaimFault(em, offerUuid, userUuid);
  await recordAudit(em, now, {
    chain: organizationChain(organizationId),
    actor: person,
    action: 'claim.create',
    resource: 'offer_claim',
    resourceId: publicId('clm', id),
    revision: 1,
    changes: { state: [null, ClaimState.requested], offerId: [null, input.offerId] },
    requestId,
  });
  return id;
}

/** The organization that decides on claims of a live native offer; the offer cannot change until the transaction ends. */
async function openOffer(em: EntityManager, offerUuid: string, now: Date, baseUrl: string): Promise<string> {
  const rows = await em.execute<OpenOffer[]>(
    `select o.claim, o.organization_id, o.ends_at, o.listed, ${VENDOR_STANDS} as vendor_stands,
       (select l.id from tracked_link l where l.offer_id = o.id and l.kind = 'claim' and l.active) as link_id
     from offer o where o.id = ? for share of o`,
    [offerUuid],
  );
  const offer = rows[0];
  if (!offer?.listed) throw new Fault('NOT_FOUND', { say: 'There is no such offer.' });
  if (offer.claim !== 'native' || offer.organization_id === null) {
    const url = offer.link_id === null ? null : `${baseUrl}/go/${publicId('lnk', offer.link_id)}`;
    throw new Fault('STATE_CONFLICT', {
      say: `This offer is taken at the provider${url === null ? '' : `: ${url}`}. Opening that link is no claim.`,
      members: { claim: 'provider_link', url },
    });
  }
  if (offer.ends_at !== null && new Date(offer.ends_at) <= now)
    throw new Fault('STATE_CONFLICT', {
      say: `This offer ended on ${new Date(offer.ends_at).toISOString().slice(0, 10)}.`,
    });
  if (!offer.vendor_stands) throw vendorChanged();
  return offer.organization_id;
}

async function openClaimFault(em: EntityManager, offerUuid: string, userUuid: string): Promise<Fault> {
  const rows = await em.execute<{ id: string; state: string }[]>(
    `select id, state from offer_claim where offer_id = ? and user_id = ? and state not in ('rejected', 'expired', 'withdrawn')`,
    [offerUuid, userUuid],
  );
  const open = rows[0];
  if (!open) return new Fault('STATE_CONFLICT', { say: 'A claim of yours on this offer was closed just now.' });
  const claimId = publicId('clm', open.id);
  return new Fault('STATE_CONFLICT', {
    say: `You have a claim on this offer: ${claimId}, ${open.state}.`,
    members: { claimId, state: open.state },
  });
}
