import type { EntityManager } from '@mikro-orm/postgresql';
import { findProductUuid, type ProductType, provisionWorkspace } from '../../accounts/index.js';
import { findNamedTools, linkProduct, updateToolLinks, writeTools } from '../../directory/index.js';
import { writeOffers } from '../../offers/index.js';
import { Fault } from '../../platform/fault.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { storeTrackingPlan } from '../../tracking/index.js';
import type { DraftRecord, DraftRecordType } from '../draft.types.js';
import type { IntakeSubmission } from '../intake.entity.js';
import type { IntakeContext } from '../intake-context.types.js';
import { HackathonEvent, HackathonSponsor, HackathonSponsorTool } from '../passport.entity.js';
import { reviewerFor } from '../reviewer.require.js';
import type {
  HackathonAfter,
  LinkAfter,
  OfferAfter,
  PlanAfter,
  ProductAfter,
  ToolAfter,
} from './record-after.types.js';

/** What an approval knows beside the draft. */
export interface Approval {
  readonly at: Date;
  /** When the vendor's domain published the challenge; null where it did not. */
  readonly domainVerifiedAt: Date | null;
}

interface Applying extends Approval {
  readonly ctx: IntakeContext;
  readonly em: EntityManager;
  readonly submission: IntakeSubmission;
  readonly actor: string;
  /** What was created so far, by public ids; later records find earlier ones here. */
  readonly outcome: Record<string, string>;
  readonly records: readonly DraftRecord[];
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
  for (const record of records) await appliers[record.type]?.(applying, record);
  return applying.outcome;
}

/** What applies a record; one that is not here comes with another: invitation and product with the organization, tracked links with their owner. */
const appliers: Partial<Record<DraftRecordType, (applying: Applying, record: DraftRecord) => Promise<void>>> = {
  organization: applyWorkspace,
  tool: applyTool,
  product_link: applyLink,
  offer: applyOffer,
  hackathon: applyHackathon,
  tracking_setup: applyPlan,
};

const afterOf = <T>(records: readonly DraftRecord[], type: DraftRecordType): T => {
  const found = records.find((one) => one.type === type);
  if (!found) throw new Error(`the draft has no record of type ${type}`);
  return found.after as T;
};

/** Organization, product and invitation are one act of the accounts. */
async function applyWorkspace(
  { ctx, em, at, submission, domainVerifiedAt, outcome, records }: Applying,
  record: DraftRecord,
) {
  const { name, domain } = record.after as { name: string; domain: string };
  const product = afterOf<ProductAfter>(records, 'product');
  const { email } = afterOf<{ email: string }>(records, 'invitation');
  const created = await provisionWorkspace(ctx, em, at, {
    name,
    domain,
    domainChallenge: submission.domainChallenge,
    domainVerifiedAt,
    product: { productId: product.productId, name: product.name, type: product.type as ProductType },
    ownerEmail: email,
  });
  Object.assign(outcome, { ...created, productId: product.productId });
}

async function applyTool({ em, at, outcome }: Applying, { action, after }: DraftRecord): Promise<void> {
  const tool = after as unknown as ToolAfter;
  if (action === 'update') {
    const { id } = await updateToolLinks(em, at, tool.slug, tool);
    Object.assign(outcome, { toolId: id, toolSlug: tool.slug, publicPath: `/tools/${tool.slug}` });
    return;
  }
  const day = at.toISOString().slice(0, 10);
  const [written] = await writeTools(em, at, [
    {
      origin: 'intake',
      originKey: tool.slug,
      verification: { level: 'none', method: null, checkedAt: null },
      mcpServer: null,
      facts: {
        slug: tool.slug,
        name: tool.name,
        aliases: [],
        summary: tool.summary,
        vendor: tool.vendor,
        website: tool.website,
        categories: tool.categories,
        capabilities: [],
        pricing: { model: 'unknown', freeTier: null, url: tool.pricingUrl },
        signupUrl: tool.signupUrl,
        maturity: 'unknown',
        interfaces: [],
        install: null,
        packages: [],
        environment: [],
        licence: null,
        docs: { url: tool.docsUrl, llmsTxt: null, openapi: null },
        sources: [
          { url: tool.website, readAt: day, facts: ['name', 'summary', 'vendor', 'website', 'categories', 'docs.url'] },
        ],
      },
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

async function applyLink({ em, at, actor, outcome }: Applying, { after }: DraftRecord): Promise<void> {
  const { toolSlug, domain } = after as unknown as LinkAfter;
  const tool = (await findNamedTools(em, [toolSlug])).get(toolSlug);
  const { organizationId, productUuid } = outcome;
  if (!tool || !organizationId || !productUuid) throw refused('the tool is gone');
  await linkProduct(em, { organizationId, productUuid, toolId: tool.id, linkedAt: at, linkedBy: actor, domain });
  Object.assign(outcome, { toolId: tool.id, toolSlug });
}

async function applyOffer({ em, at, outcome }: Applying, { after }: DraftRecord): Promise<void> {
  const offer = after as unknown as OfferAfter;
  const day = at.toISOString().slice(0, 10);
  const [written] = await writeOffers(em, at, [
    {
      origin: 'intake',
      originKey: offer.slug,
      label: 'public-source',
      organizationId: null,
      toolsGuessed: false,
      facts: {
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
        lastConfirmedAt: day,
        endsAt: offer.endsAt,
        sources: [{ url: offer.termsUrl ?? offer.url, via: null, readAt: day, facts: ['title', 'value', 'url'] }],
      },
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

async function applyHackathon({ em, at, submission, outcome }: Applying, { after }: DraftRecord): Promise<void> {
  const hackathon = after as unknown as HackathonAfter;
  const tools = await findNamedTools(
    em,
    hackathon.sponsors.flatMap(({ toolSlugs }) => toolSlugs),
  );
  const event = em.create(HackathonEvent, {
    id: publicId('hck', newUuid()),
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
  Object.assign(outcome, { eventId: event.id, eventSlug: event.slug, publicPath: `/h/${event.slug}` });
}

async function applyPlan({ em, at, actor, outcome }: Applying, { after }: DraftRecord): Promise<void> {
  const { organizationId, productId, events, via, cdpName } = after as unknown as PlanAfter;
  const productUuid = await findProductUuid(em, organizationId, productId);
  if (!productUuid) throw refused('the product is gone');
  await storeTrackingPlan(em, {
    organizationId,
    productUuid,
    events: [...events],
    via,
    cdpName,
    approvedBy: actor,
    approvedAt: at,
  });
  Object.assign(outcome, { organizationId, productId });
}
