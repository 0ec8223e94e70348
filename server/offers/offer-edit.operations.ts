import type { EntityManager } from '@mikro-orm/postgresql';
import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { Field, ID, InputType, Int } from 'type-graphql';
import { findVendor, recordAction, reviewerOf } from '../accounts/index.js';
import {
  compareColumns,
  findNamedTools,
  lockCatalog,
  type OfferLabel,
  type VendorStatement,
  withoutFacts,
} from '../directory/index.js';
import { organizationChain, PLATFORM_CHAIN } from '../platform/audit/audit.js';
import { columnsOf } from '../platform/database/kysely.js';
import { Fault, type FieldProblem, invalid } from '../platform/fault.js';
import { completeIn } from '../platform/form.rules.js';
import { addRecordFields } from '../platform/graphql/form.input.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { newUuid, publicId } from '../platform/ids.js';
import { operation } from '../platform/operation.js';
import type { Row } from '../platform/row.types.js';
import type { ClaimTables } from './claim.query.js';
import { CatalogOffer } from './offer.entity.js';
import { type OfferRow, type OfferTables, rowOf } from './offer.query.js';
import { type OfferRecordFacts, offerMembers, parseOfferFacts } from './offer.schema.js';
import { type StoredOfferRow, storeOffers } from './offer-record.query.js';
import type { OffersContext } from './offers.context.js';
import { readReviewedOffers, reviewedOffer } from './review.query.js';
import { formMembers, OfferRuleParts, type ReviewedOffer } from './review.types.js';

/** A whole offer as a reviewer writes it, also for an edit. The form of every import adds the other members and checks them. */
@InputType({ description: 'An offer as a reviewer writes it.' })
export class SaveOfferInput {
  @Field(() => ID, { nullable: true, description: 'The offer to edit; a new one without it.' })
  @IsOptional()
  @IdOf('ofr')
  offerId?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'With offerId: the revision that was edited; another one is STALE_REVISION.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  revision?: number | null;

  @Field(() => ID, { nullable: true, description: 'The vendor’s organization, which decides on claims.' })
  @IsOptional()
  @IdOf('org')
  organizationId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'A new offer is listed without it, and an edited one stays as it is; null cannot clear it there.',
  })
  @IsOptional()
  @IsBoolean()
  listed?: boolean | null;

  @Field(() => [String], { description: 'Slugs of listed tools that it is for.' })
  tools: string[];

  @Field(() => [OfferRuleParts], { description: 'Conditions that facts decide.' })
  rules: OfferRuleParts[];

  @Field(() => [String], { description: 'Requirements that no rule can express, a sentence each.' })
  other: string[];
}

const inputs: Readonly<Record<string, string>> = { vendor: 'OfferVendorInput', value: 'OfferValueInput' };
addRecordFields(SaveOfferInput, formMembers, 'input', ({ name }) => inputs[name] ?? 'OfferSourceInput');

/**
 * A reviewer makes an offer or edits one; imports leave it alone afterwards. A vendor's organization makes it possible to claim it here.
 * While there are claims on an offer, its organization and its way of claiming stay.
 */
export const saveOffer = operation(
  { name: 'saveOffer', who: ['session'], writes: true, limit: 'workflow', fresh: 'always' },
  async function saveOffer(ctx: OffersContext, input: SaveOfferInput): Promise<ReviewedOffer> {
    reviewerOf(ctx);
    const facts = readOfferFacts(input);
    const saved = await ctx.em.transactional((em) => storeOffer(ctx, em, input, facts));
    ctx.parts.catalog.changed();
    return saved;
  },
);

type Changes = Record<string, [unknown, unknown]>;

async function storeOffer(
  ctx: OffersContext,
  em: EntityManager,
  input: SaveOfferInput,
  facts: OfferRecordFacts,
): Promise<ReviewedOffer> {
  const now = ctx.platform.clock.now();
  await lockCatalog(em);
  const stored = input.offerId ? await lockStored(em, input.offerId, input) : null;
  const organizationId = input.organizationId ?? null;
  const vendor = organizationId === null ? null : await findVendor(em, organizationId);
  await requireReferences(em, { organizationId, isThere: vendor !== null }, facts, stored);
  const toolIds = await toolsOf(em, facts.tools);
  // As the reviewer approved it: claims stop when the organization's verified domain is another one.
  const organizationDomain = vendor?.domainVerifiedAt ? vendor.domain : null;
  const written = (statements: readonly VendorStatement[]): OfferRow =>
    rowOf(
      {
        facts,
        origin: stored?.origin ?? 'reviewer',
        originKey: stored?.originKey ?? null,
        label: vendor ? labelOfVendor(vendor) : labelOf(facts, statements),
        organizationId,
        toolsGuessed: false,
        statements,
      },
      { listed: input.listed ?? stored?.listed ?? true, editedAt: now, organizationDomain },
    );
  const before = stored?.statements ?? [];
  const row = written(stillStated(before, facts, changesTo(em, written(before), stored)));
  const id = stored?.id ?? newUuid();
  const changes = changesTo(em, row, stored);
  const change = !stored ? 'created' : stored.listed && !row.listed ? 'removed' : 'updated';
  const revision = await storeOffers(em, now, [{ id, row, toolIds, change, fields: Object.keys(changes) }]);
  await recordAction(ctx, em, {
    chain: organizationId === null ? PLATFORM_CHAIN : organizationChain(organizationId),
    action: stored ? 'offer.update' : 'offer.create',
    resource: 'offer',
    resourceId: publicId('ofr', id),
    revision,
    changes,
  });
  const [saved] = await readReviewedOffers(em, (of) => of.where('o.id', '=', id), { now });
  if (!saved) throw new Error('the offer that was written cannot be read');
  return reviewedOffer(saved);
}

/** Locks the offer of an edit until the transaction ends; another revision than the edited one is stale. */
async function lockStored(
  em: EntityManager,
  id: string,
  { revision, listed }: Pick<SaveOfferInput, 'revision' | 'listed'>,
): Promise<StoredOfferRow> {
  const stored = await em
    .getKysely<OfferTables>()
    .selectFrom('offer as o')
    .select(columnsOf(em, CatalogOffer, 'o'))
    .where('o.id', '=', id)
    .forUpdate()
    .$castTo<Row<CatalogOffer>>()
    .executeTakeFirst();
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
  const { organizationId, ...row } = stored;
  return { ...row, organization: organizationId };
}

/** Checks what no form can: the slug is free, the organization is there, and claims keep the offer that they were made on. */
async function requireReferences(
  em: EntityManager,
  { organizationId, isThere }: { organizationId: string | null; isThere: boolean },
  { slug, claim }: OfferRecordFacts,
  stored: StoredOfferRow | null,
): Promise<void> {
  const problems: FieldProblem[] = [];
  const kysely = em.getKysely<ClaimTables>();
  const holder = await kysely.selectFrom('offer').select('id').where('slug', '=', slug).executeTakeFirst();
  if (holder && holder.id !== stored?.id)
    problems.push({ pointer: '/slug', code: 'taken', detail: 'another offer has this slug' });
  if (organizationId !== null && !isThere)
    problems.push({ pointer: '/organizationId', code: 'not_found', detail: 'there is no such organization' });
  if (claim === 'native' && organizationId === null)
    problems.push({
      pointer: '/organizationId',
      code: 'required',
      detail: 'a native offer has an organization that decides',
    });
  if (problems.length) throw invalid(problems);
  if (!stored || (stored.organization === organizationId && stored.claim === claim)) return;
  const claims = kysely.selectFrom('offer_claim').select('id').where('offer_id', '=', stored.id);
  if (await claims.limit(1).executeTakeFirst())
    throw new Fault('STATE_CONFLICT', {
      say: 'There are claims on this offer: its organization and its way of claiming stay.',
    });
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

/** The statements that still stand by a vendor's word alone: without the facts that the reviewer read at a source or changed. */
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

/** A vendor's own offer is first-party; one of a demo organization is a sample. */
const labelOfVendor = ({ dataLabel }: { readonly dataLabel: string }): OfferLabel =>
  dataLabel === 'sample' ? 'sample' : 'first-party';

/** The columns that change, each with its old and its new value; an organization by its bare id. */
const changesTo = (em: EntityManager, row: OfferRow, stored: StoredOfferRow | null): Changes =>
  Object.fromEntries(
    compareColumns(em, CatalogOffer, row, stored).map(({ property, column }) => [
      column,
      [stored ? stored[property] : null, row[property]],
    ]),
  );

/** Reads a reviewer's input as a record of the form that every import has; problems point at the input's own members. */
function readOfferFacts({ rules, other, ...stated }: SaveOfferInput): OfferRecordFacts {
  const parsed = parseOfferFacts(
    completeIn(offerMembers, { ...stated, eligibility: { rules: rules.map(ruleOf), other } }),
  );
  if ('facts' in parsed) return parsed.facts;
  throw invalid(parsed.problems.map((one) => ({ ...one, pointer: one.pointer.replace(/^\/eligibility/, '') })));
}

const ruleOf = ({ fact, op, number, text, flag, list }: OfferRuleParts): unknown => {
  const given = [number, text, flag, list].filter((one) => one !== null && one !== undefined);
  return { fact, op, value: given.length === 1 ? given[0] : null };
};
