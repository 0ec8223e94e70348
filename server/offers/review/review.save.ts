import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { findVendor, reviewerOf } from '../../accounts/index.js';
import {
  compareColumns,
  findNamedTools,
  lockCatalog,
  type OfferLabel,
  type VendorStatement,
  withoutFacts,
} from '../../directory/index.js';
import { organizationChain, PLATFORM_CHAIN, recordAudit } from '../../platform/audit/audit.js';
import { Fault, type FieldProblem, invalid } from '../../platform/fault.js';
import { newUuid, publicId, uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { CatalogOffer, type OfferRecordFacts, type OfferRow, rowOf, storeOffers } from '../catalog/index.js';
import { Claim } from '../claims/index.js';
import type { OffersContext } from '../offers.open.js';
import { readOfferFacts } from './offer-facts.read.js';
import type { ReviewedOffer, SaveOfferInput } from './review.types.js';
import { readReviewedOffers } from './reviewed-offer.read.js';

/**
 * A reviewer makes an offer or edits one; from then on imports leave it alone. A vendor's organization makes it possible to claim it
 * here. What claims stand on (who decides, and that it is claimed here) cannot change under them.
 */
export const saveOffer = operation(
  { name: 'saveOffer', who: ['session'], writes: true, limit: 'workflow' },
  async function saveOffer(ctx: OffersContext, input: SaveOfferInput): Promise<ReviewedOffer> {
    const actor = reviewerOf(ctx);
    const facts = readOfferFacts(input);
    const saved = await ctx.em.transactional((em) => store(ctx, em, actor, input, facts));
    ctx.parts.catalog.changed();
    return saved;
  },
);

type Changes = Record<string, [unknown, unknown]>;

async function store(
  ctx: OffersContext,
  em: EntityManager,
  actor: string,
  input: SaveOfferInput,
  facts: OfferRecordFacts,
): Promise<ReviewedOffer> {
  const now = ctx.platform.clock.now();
  await lockCatalog(em);
  const stored = input.offerId ? await findStored(em, input) : null;
  const organizationId = await requireReferences(em, input, facts, stored);
  const toolIds = await toolsOf(em, facts.tools);
  const vendor = organizationId === null ? null : await vendorOf(em, organizationId);
  const written = (statements: readonly VendorStatement[]): OfferRow =>
    rowOf(
      {
        facts,
        origin: stored?.origin ?? 'reviewer',
        originKey: stored?.originKey ?? null,
        label: vendor?.label ?? labelOf(facts, statements),
        organizationId,
        toolsGuessed: false,
        statements,
      },
      { listed: input.listed ?? stored?.listed ?? true, editedAt: now, organizationDomain: vendor?.domain ?? null },
    );
  const before = stored?.statements ?? [];
  const row = written(stillStated(before, facts, changesTo(em, written(before), stored)));
  const id = (stored && uuidOf('ofr', stored.id)) ?? newUuid();
  const changes = changesTo(em, row, stored);
  const change = !stored ? 'created' : stored.listed && !row.listed ? 'removed' : 'updated';
  const revision = await storeOffers(em, now, [{ id, row, toolIds, change, fields: Object.keys(changes) }]);
  await recordAudit(em, now, {
    chain: organizationId === null ? PLATFORM_CHAIN : organizationChain(organizationId),
    actor,
    action: stored ? 'offer.update' : 'offer.create',
    resource: 'offer',
    resourceId: publicId('ofr', id),
    revision,
    changes,
    requestId: ctx.requestId,
  });
  const [saved] = await readReviewedOffers(em, (of) => of.where('o.id', '=', id));
  if (!saved) throw new Error('the offer that was written cannot be read');
  return saved;
}

async function findStored(em: EntityManager, { offerId, revision, listed }: SaveOfferInput): Promise<CatalogOffer> {
  const stored = await em.findOne(
    CatalogOffer,
    { id: offerId ?? '' },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!stored) throw new Fault('NOT_FOUND', { say: 'There is no such offer.' });
  const problems: FieldProblem[] = [];
  if (revision === null || revision === undefined)
    problems.push({ pointer: '/revision', code: 'required', detail: 'an edit names the revision that it is about' });
  if (listed === null)
    problems.push({ pointer: '/listed', code: 'required', detail: 'listed can be left out, but it cannot be null' });
  if (problems.length > 0) throw invalid(problems);
  if (stored.version !== revision)
    throw new Fault('STALE_REVISION', {
      say: `The offer is at revision ${stored.version}.`,
      members: { revision: stored.version },
    });
  return stored;
}

/** Checks what no form can: the slug is free, the organization is there, and claims keep the ground that they stand on. */
async function requireReferences(
  em: EntityManager,
  input: SaveOfferInput,
  { slug, claim }: OfferRecordFacts,
  stored: CatalogOffer | null,
): Promise<string | null> {
  const organizationId = input.organizationId ? (uuidOf('org', input.organizationId) ?? '') : null;
  const problems: FieldProblem[] = [];
  const holder = await em.findOne(CatalogOffer, { slug }, { fields: ['id'], disableIdentityMap: true });
  if (holder && holder.id !== stored?.id)
    problems.push({ pointer: '/slug', code: 'taken', detail: 'another offer has this slug' });
  if (input.organizationId && !(await findVendor(em, input.organizationId)))
    problems.push({ pointer: '/organizationId', code: 'not_found', detail: 'there is no such organization' });
  if (claim === 'native' && organizationId === null)
    problems.push({
      pointer: '/organizationId',
      code: 'required',
      detail: 'a native offer has an organization that decides',
    });
  if (problems.length) throw invalid(problems);
  const vendorId = stored?.organization?.id ?? null;
  const moved = stored && (vendorId !== (input.organizationId ?? null) || stored.claim !== claim);
  if (moved && (await em.count(Claim, { offer: stored.id })) > 0)
    throw new Fault('STATE_CONFLICT', {
      say: 'There are claims on this offer: its organization and its way of claiming stay.',
    });
  return organizationId;
}

async function toolsOf(em: EntityManager, slugs: readonly string[]): Promise<string[]> {
  const tools = await findNamedTools(em, slugs);
  const unknown = slugs.flatMap((slug, index) => (tools.has(slug) ? [] : [index]));
  if (unknown.length)
    throw invalid(
      unknown.map((index) => ({ pointer: `/tools/${index}`, code: 'unknown_tool', detail: 'no tool has this slug' })),
    );
  return [...tools.values()].map(({ id }) => id);
}

/** What still stands by a vendor's statement alone: not what the reviewer read at its source, nor what they changed. */
function stillStated(
  statements: readonly VendorStatement[],
  { lastReadAt, sources }: OfferRecordFacts,
  changes: Changes,
): VendorStatement[] {
  if (lastReadAt !== null) return [];
  const read = sources.flatMap(({ readAt, facts }) => (readAt === null ? [] : facts));
  const changed = Object.keys(changes).map(
    (column) =>
      /^(?:vendor|value)(?=_)/.exec(column)?.[0] ?? column.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase()),
  );
  return withoutFacts(statements, [...read, ...changed]);
}

/** An offer of no vendor here is public-source, unless it stands by a statement that no one has read or confirmed. */
function labelOf({ lastConfirmedAt, sources }: OfferRecordFacts, statements: readonly VendorStatement[]): OfferLabel {
  const isKnown = statements.length === 0 || lastConfirmedAt !== null || sources.some(({ readAt }) => readAt !== null);
  return isKnown ? 'public-source' : 'missing';
}

/** A vendor's own offer is first-party; one of a demo organization is a sample. The domain is stored as the reviewer approved it. */
async function vendorOf(
  em: EntityManager,
  organizationId: string,
): Promise<{ label: 'first-party' | 'sample'; domain: string | null }> {
  const vendor = await findVendor(em, publicId('org', organizationId));
  if (!vendor) throw new Error(`organization ${organizationId} is gone`);
  const { dataLabel, domain, domainVerifiedAt } = vendor;
  return { label: dataLabel === 'sample' ? 'sample' : 'first-party', domain: domainVerifiedAt && domain };
}

/** What changes of the columns, each with what was and what is; an organization by its bare id. */
function changesTo(em: EntityManager, row: OfferRow, stored: CatalogOffer | null): Changes {
  return Object.fromEntries(
    compareColumns(em, CatalogOffer, row, stored).map(({ property, column }) => [
      column,
      property === 'organization'
        ? [bare(stored?.organization?.id ?? null), bare(row.organization)]
        : [stored ? stored[property] : null, row[property]],
    ]),
  );
}

const bare = (organizationId: string | null): string | null => organizationId && uuidOf('org', organizationId);
