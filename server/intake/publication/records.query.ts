import type { EntityManager } from '@mikro-orm/postgresql';
import { findProductUuid, ProductType, provisionWorkspace } from '../../accounts/index.js';
import {
  findNamedTools,
  linkProduct,
  recordForms,
  type ToolFacts,
  updateToolLinks,
  writeTools,
} from '../../directory/index.js';
import { type OfferRecordFacts, parseOfferFacts, writeOffers } from '../../offers/index.js';
import { memberOf } from '../../platform/enum.rules.js';
import { Fault, type FieldProblem } from '../../platform/fault.js';
import { unknownIn } from '../../platform/form.rules.js';
import { newUuid, publicId, storedUuid } from '../../platform/ids.js';
import { storeTrackingPlan } from '../../tracking/index.js';
import type { DraftRecord, DraftRecordOf, NewTool } from '../draft-record.types.js';
import type { IntakeContext } from '../intake.context.js';
import type { IntakeSubmission } from '../intake.entity.js';
import { reviewerFor } from '../party.query.js';
import { HackathonEvent, HackathonSponsor, HackathonSponsorTool } from '../passport.entity.js';

/** The facts of an approval beside the draft. */
export interface Approval {
  readonly at: Date;
  /** When the vendor's domain published the challenge; null where it did not. */
  readonly domainVerifiedAt: Date | null;
}

interface Applying extends Approval {
  readonly ctx: IntakeContext;
  readonly em: EntityManager;
  readonly submission: IntakeSubmission;
  /** The reviewer, a bare UUID. */
  readonly actor: string;
  /** The records created so far, by public ids; later records find earlier ones here. */
  readonly outcome: Record<string, string>;
  readonly records: readonly DraftRecord[];
}

/** Written records have the form of files; a draft without it is not carried out. */
function formedFrom<T>(parsed: { facts: T } | { problems: FieldProblem[] }): T {
  if ('facts' in parsed) return parsed.facts;
  throw refused(parsed.problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join(', '));
}

const refused = (because: string): Fault =>
  new Fault('STATE_CONFLICT', { say: `The draft can't be carried out any more: ${because}.` });

/** Creates and changes exactly the records of a draft, through the domains that own them, in the transaction of the approval. */
export async function applyRecords(
  ctx: IntakeContext,
  em: EntityManager,
  submission: IntakeSubmission,
  records: readonly DraftRecord[],
  approval: Approval,
): Promise<Record<string, string>> {
  const applying: Applying = { ...approval, ctx, em, submission, actor: reviewerFor(ctx), outcome: {}, records };
  for (const record of records) await applyRecord(applying, record);
  return applying.outcome;
}

function applyRecord(applying: Applying, record: DraftRecord): Promise<void> {
  switch (record.type) {
    case 'organization':
      return applyWorkspace(applying, record);
    case 'tool':
      return record.action === 'create' ? applyNewTool(applying, record.after) : applyTool(applying, record);
    case 'product_link':
      return applyLink(applying, record);
    case 'offer':
      return applyOffer(applying, record);
    case 'hackathon':
      return applyHackathon(applying, record);
    case 'tracking_setup':
      return applyPlan(applying, record);
    case 'product':
    case 'invitation':
    case 'tracked_link':
      return Promise.resolve(); // come with the organization, and with what the link leads to
  }
}

function recordOf<T extends DraftRecord['type']>(records: readonly DraftRecord[], type: T): DraftRecordOf<T> {
  const found = records.find((one): one is DraftRecordOf<T> => one.type === type);
  if (!found) throw new Error(`the draft has no record of type ${type}`);
  return found;
}

/** Organization, product and invitation are one act of the accounts. */
async function applyWorkspace(
  { ctx, em, at, submission, domainVerifiedAt, outcome, records }: Applying,
  { after: { name, domain } }: DraftRecordOf<'organization'>,
): Promise<void> {
  const { after: product } = recordOf(records, 'product');
  const type = memberOf(ProductType, product.type);
  if (type === null) throw refused(`there is no product type ${product.type}`);
  const created = await provisionWorkspace(ctx, em, at, {
    name,
    domain,
    domainChallenge: submission.domainChallenge,
    domainVerifiedAt,
    product: { productId: product.productId, name: product.name, type },
    ownerEmail: recordOf(records, 'invitation').after.email,
  });
  Object.assign(outcome, {
    organizationId: publicId('org', created.organizationId),
    productUuid: publicId('prd', created.productUuid),
    invitationId: publicId('inv', created.invitationId),
    productId: product.productId,
  });
}

async function applyTool(
  { em, at, outcome }: Applying,
  { after }: Extract<DraftRecordOf<'tool'>, { action: 'update' }>,
): Promise<void> {
  const { id } = await updateToolLinks(em, at, after.slug, after);
  Object.assign(outcome, { toolId: publicId('tol', id), toolSlug: after.slug, publicPath: `/tools/${after.slug}` });
}

async function applyNewTool({ em, at, outcome }: Applying, tool: NewTool): Promise<void> {
  const stated: Partial<ToolFacts> = {
    slug: tool.slug,
    name: tool.name,
    summary: tool.summary,
    vendor: tool.vendor,
    website: tool.website,
    categories: tool.categories,
    pricing: { model: 'unknown', freeTier: null, url: tool.pricingUrl },
    signupUrl: tool.signupUrl,
    docs: { url: tool.docsUrl, llmsTxt: null, openapi: null },
  };
  const named = [
    ...['name', 'summary', 'vendor', 'website', 'categories'],
    ...(tool.docsUrl ? ['docs.url'] : []),
    ...(tool.signupUrl ? ['signupUrl'] : []),
    ...(tool.pricingUrl ? ['pricing.url'] : []),
  ];
  const facts = formedFrom(recordForms.parseToolFacts({ ...unknownIn(recordForms.toolMembers), ...stated }));
  const [written] = await writeTools(em, at, [
    {
      origin: 'intake',
      originKey: tool.slug,
      verification: { level: 'none', method: null, checkedAt: null },
      mcpServer: null,
      statements: [{ url: tool.website, approvedOn: dayOf(at), facts: named }],
      facts,
    },
  ]);
  if (written?.outcome === 'refused') throw refused(written.detail);
  if (written)
    Object.assign(outcome, {
      toolId: publicId('tol', written.id),
      toolSlug: tool.slug,
      publicPath: `/tools/${tool.slug}`,
    });
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

async function applyLink(
  { em, at, actor, outcome }: Applying,
  { after: { toolSlug, domain } }: DraftRecordOf<'product_link'>,
): Promise<void> {
  const tool = (await findNamedTools(em, [toolSlug])).get(toolSlug);
  const { organizationId, productUuid } = outcome;
  if (!tool || !organizationId || !productUuid) throw refused('the tool is gone');
  await linkProduct(em, {
    organizationId: storedUuid('org', organizationId),
    productUuid: storedUuid('prd', productUuid),
    toolId: tool.id,
    linkedAt: at,
    linkedBy: actor,
    domain,
  });
  Object.assign(outcome, { toolId: publicId('tol', tool.id), toolSlug });
}

async function applyOffer({ em, at, outcome }: Applying, { after: offer }: DraftRecordOf<'offer'>): Promise<void> {
  const facts: OfferRecordFacts = {
    slug: offer.slug,
    title: offer.title,
    summary: offer.summary,
    kind: offer.kind,
    claim: 'provider_link',
    vendor: offer.vendor,
    tools: offer.tools,
    url: offer.url,
    termsUrl: offer.termsUrl,
    value: {
      text: offer.valueText,
      amountCents: offer.amountCents,
      currency: offer.currency,
      percent: null,
      months: null,
      upTo: false,
    },
    eligibility: { rules: [], other: offer.requirements },
    lastReadAt: null,
    lastConfirmedAt: null,
    endsAt: offer.endsAt,
    sources: [],
  };
  const named = [
    ...['title', 'summary', 'kind', 'vendor', 'value', 'url', 'eligibility'],
    ...(offer.termsUrl ? ['termsUrl'] : []),
    ...(offer.endsAt ? ['endsAt'] : []),
  ];
  const [written] = await writeOffers(em, at, [
    {
      origin: 'intake',
      originKey: offer.slug,
      label: 'missing',
      organizationId: null,
      toolsGuessed: false,
      statements: [{ url: offer.termsUrl ?? offer.url, approvedOn: dayOf(at), facts: named }],
      facts: formedFrom(parseOfferFacts(facts)),
    },
  ]);
  if (written?.outcome === 'refused') throw refused(written.detail);
  if (written)
    Object.assign(outcome, {
      offerId: publicId('ofr', written.id),
      offerSlug: offer.slug,
      publicPath: `/offers/${offer.slug}`,
    });
}

async function applyHackathon(
  { em, at, submission, outcome }: Applying,
  { after: hackathon }: DraftRecordOf<'hackathon'>,
): Promise<void> {
  const tools = await findNamedTools(
    em,
    hackathon.sponsors.flatMap(({ toolSlugs }) => toolSlugs),
  );
  const event = em.create(HackathonEvent, {
    id: newUuid(),
    slug: hackathon.slug,
    name: hackathon.name,
    website: hackathon.website,
    startsAt: new Date(hackathon.startsAt),
    endsAt: new Date(hackathon.endsAt),
    timezone: hackathon.timezone,
    location: hackathon.location,
    rulesUrl: hackathon.rulesUrl,
    submissionsDueAt: new Date(hackathon.submissionsDueAt),
    organizerName: hackathon.organizer.name,
    organizerDomain: hackathon.organizer.domain,
    submission,
    publishedAt: at,
  });
  await em.flush();
  for (const [position, sponsor] of hackathon.sponsors.entries()) {
    em.create(HackathonSponsor, { event, position, name: sponsor.name, domain: sponsor.domain });
    for (const slug of new Set(sponsor.toolSlugs)) {
      const tool = tools.get(slug);
      if (!tool) throw refused(`the directory has no ${slug}`);
      em.create(HackathonSponsorTool, { event, position, tool: tool.id });
    }
  }
  await em.flush();
  Object.assign(outcome, { eventId: publicId('hck', event.id), eventSlug: event.slug, publicPath: `/h/${event.slug}` });
}

async function applyPlan(
  { em, at, actor, outcome }: Applying,
  { after: { organizationId, productId, events, via, cdpName } }: DraftRecordOf<'tracking_setup'>,
): Promise<void> {
  const organizationUuid = storedUuid('org', organizationId);
  const productUuid = await findProductUuid(em, organizationUuid, productId);
  if (!productUuid) throw refused('the product is gone');
  await storeTrackingPlan(em, {
    organizationId: organizationUuid,
    productUuid,
    events: [...events],
    via,
    cdpName,
    approvedBy: actor,
    approvedAt: at,
  });
  Object.assign(outcome, { organizationId, productId });
}
