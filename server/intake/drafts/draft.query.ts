import type { EntityManager } from '@mikro-orm/postgresql';
import { findOrganizationNames, findProductUuid, findWorkspaces } from '../../accounts/index.js';
import { findToolAddresses, readVendorsAndCategories } from '../../directory/index.js';
import { findTakenOffers } from '../../offers/index.js';
import { publicId } from '../../platform/ids.js';
import { catalogEntry, findTrackingPlan } from '../../tracking/index.js';
import { type KnownNames, namesakesOf, nearDomains, RULE_SET, trackingTarget } from '../checks/index.js';
import type { DraftInputs, IntakeFacts, SubmittedContent } from '../draft.types.js';
import { IntakeDraft, IntakeSubmission } from '../intake.entity.js';
import { HackathonEvent } from '../passport.entity.js';
import { bytesOf, digestOf, prepareDraft } from './preparation.rules.js';
import { wantedSlugs } from './record.rules.js';

const TWINS_MAX = 10;

/** The submission as the rules read it; its fields were checked by the contract of its kind before they were stored. */
export const contentOf = (submission: IntakeSubmission): SubmittedContent =>
  ({
    kind: submission.kind,
    contact: { name: submission.contactName, email: submission.contactEmail },
    organization: { name: submission.organizationName, domain: submission.organizationDomain },
    note: submission.note,
    fields: submission.fields,
  }) as unknown as SubmittedContent;

/** Reads everything that decides a draft now. Only reads: what is read is stored with the draft, so that it can be prepared again later. */
export async function readDraftInputs(
  em: EntityManager,
  submission: IntakeSubmission,
  now: Date,
): Promise<DraftInputs> {
  const content = contentOf(submission);
  return {
    ruleSet: RULE_SET,
    asOf: now.toISOString().slice(0, 10),
    submission: content,
    facts: await readFacts(em, submission, content),
  };
}

/** What a preview stands on: what anyone can read, nothing of an organization or of another submission. */
export async function readPublicInputs(em: EntityManager, content: SubmittedContent, now: Date): Promise<DraftInputs> {
  return {
    ruleSet: RULE_SET,
    asOf: now.toISOString().slice(0, 10),
    submission: content,
    facts: await readPublicFacts(em, content),
  };
}

/** Facts that anyone can read; with organizations, what a submission is like may also be one that is no one else's to know. */
async function readPublicFacts(
  em: EntityManager,
  content: SubmittedContent,
  organizations: KnownNames['organizations'] = [],
): Promise<IntakeFacts> {
  const { names, vendorDomains, categories } = await readVendorsAndCategories(em);
  const slugs = wantedSlugs(content);
  const named = namedTools(content);
  return {
    tools: await findToolAddresses(em, { ...named, slugs: [...new Set([...named.slugs, ...slugs.tools])] }),
    nearDomains: nearDomains(content.organization.domain, vendorDomains),
    namesakes: namesakesOf(content, { tools: names, organizations, events: await readEvents(em) }),
    workspaces: [],
    twins: [],
    takenOffers: await findTakenOffers(em, slugs.offers),
    takenEvents: await readTakenEvents(em, slugs.events),
    related: null,
    trackingPlan: null,
    knownCategories: named.categories.filter((category) => categories.has(category)),
    catalogEvents: eventsIn(content),
  };
}

/** Organizations and workspaces by their public ids, in which form a draft keeps them. */
const readOrganizations = async (em: EntityManager): Promise<KnownNames['organizations']> =>
  (await findOrganizationNames(em)).map((one) => ({ ...one, id: publicId('org', one.id) }));
const readWorkspaces = async (em: EntityManager, domain: string): Promise<IntakeFacts['workspaces']> =>
  (await findWorkspaces(em, domain)).map((one) => ({ ...one, organizationId: publicId('org', one.organizationId) }));

async function readFacts(
  em: EntityManager,
  submission: IntakeSubmission,
  content: SubmittedContent,
): Promise<IntakeFacts> {
  const hasWorkspaces = content.kind === 'partner_workspace' || content.kind === 'usage_tracking';
  const facts: IntakeFacts = {
    ...(await readPublicFacts(em, content, await readOrganizations(em))),
    workspaces: hasWorkspaces ? await readWorkspaces(em, content.organization.domain) : [],
    twins: await readTwins(em, submission),
    related: await readRelated(em, submission),
  };
  return { ...facts, trackingPlan: await readPlan(em, content, facts) };
}

/** The tools that a submission names, and what a new one is called. */
function namedTools({ kind, fields }: SubmittedContent): {
  slugs: string[];
  names: string[];
  websites: string[];
  categories: readonly string[];
} {
  if (kind === 'hackathon_passport')
    return { slugs: fields.sponsors.flatMap(({ toolSlugs }) => toolSlugs), names: [], websites: [], categories: [] };
  if (kind === 'usage_tracking') return { slugs: [], names: [], websites: [], categories: [] };
  const { tool, toolSlug } = fields;
  return {
    slugs: toolSlug === undefined ? [] : [toolSlug],
    names: tool ? [tool.name] : [],
    websites: tool ? [tool.website] : [],
    categories: tool?.categories ?? [],
  };
}

async function readTwins(em: EntityManager, { id, fingerprint }: IntakeSubmission): Promise<IntakeFacts['twins']> {
  const twins = await em.find(
    IntakeSubmission,
    { fingerprint, id: { $ne: id } },
    { fields: ['id', 'state', 'kind'], orderBy: { id: 'desc' }, limit: TWINS_MAX, disableIdentityMap: true },
  );
  return twins.map(({ id: twin, state, kind }) => ({ id: twin, state, kind }));
}

/** The events that are published, by name and time. */
async function readEvents(em: EntityManager): Promise<KnownNames['events']> {
  const events = await em.find(
    HackathonEvent,
    {},
    { fields: ['slug', 'name', 'organizerDomain', 'startsAt'], orderBy: { slug: 'asc' }, disableIdentityMap: true },
  );
  return events.map(({ slug, name, organizerDomain, startsAt }) => ({
    id: slug,
    name,
    domain: organizerDomain,
    startsAt: startsAt.toISOString(),
  }));
}

async function readTakenEvents(em: EntityManager, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const events = await em.find(
    HackathonEvent,
    { slug: { $in: [...slugs] } },
    { fields: ['slug'], disableIdentityMap: true },
  );
  return events.map(({ slug }) => slug).toSorted();
}

async function readRelated(em: EntityManager, { related }: IntakeSubmission): Promise<IntakeFacts['related']> {
  if (!related) return null;
  const workspace = await em.findOne(IntakeSubmission, { id: related.id }, { disableIdentityMap: true });
  if (!workspace) return null;
  const { product } = workspace.fields as { product: { id: string } };
  return {
    id: workspace.id,
    state: workspace.state,
    domain: workspace.organizationDomain,
    organizationId: workspace.outcome?.organizationId ?? null,
    productId: product.id,
  };
}

const eventsIn = ({ kind, fields }: SubmittedContent): IntakeFacts['catalogEvents'] =>
  kind !== 'usage_tracking'
    ? []
    : [...new Set(fields.events.map(({ name }) => name))].flatMap((name) => {
        const entry = catalogEntry(name);
        return entry ? [{ name, family: entry.family }] : [];
      });

async function readPlan(
  em: EntityManager,
  content: SubmittedContent,
  facts: IntakeFacts,
): Promise<IntakeFacts['trackingPlan']> {
  const target = content.kind === 'usage_tracking' ? trackingTarget(content, facts) : null;
  const productUuid = target && (await findProductUuid(em, target.organizationId, target.productId));
  const plan = target && productUuid && (await findTrackingPlan(em, target.organizationId, productUuid));
  return plan ? { events: plan.events, via: plan.via, cdpName: plan.cdpName } : null;
}

const PAGE = 200;

/** What became of replaying the stored drafts. */
export interface Replay {
  readonly drafts: number;
  /** Those that the rules of their day do not make again, or whose rules or inputs are no longer there as they were. */
  readonly different: readonly { readonly id: string; readonly submission: string; readonly why: string }[];
}

/** Prepares stored drafts again from their inputs, with the rules of their day, and compares byte for byte; writes nothing. */
export async function replayDrafts(em: EntityManager, submissionId: string | null): Promise<Replay> {
  const different: { id: string; submission: string; why: string }[] = [];
  let drafts = 0;
  let after: string | null = null;
  for (;;) {
    const page: IntakeDraft[] = await em.find(
      IntakeDraft,
      { ...(submissionId ? { submission: submissionId } : {}), ...(after ? { id: { $gt: after } } : {}) },
      { orderBy: { id: 'asc' }, limit: PAGE, disableIdentityMap: true },
    );
    for (const draft of page) {
      const why = differenceOf(draft);
      if (why) different.push({ id: draft.id, submission: draft.submission.id, why });
    }
    drafts += page.length;
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return { drafts, different };
  }
}

function differenceOf({ inputs, inputsDigest, ruleSet, checks, triage, records }: IntakeDraft): string | null {
  if (digestOf(inputs) !== inputsDigest || inputs.ruleSet !== ruleSet) return 'its inputs are not those of its digest';
  try {
    return bytesOf(prepareDraft(inputs)) === bytesOf({ checks, triage, records })
      ? null
      : `the rules ${ruleSet} make another draft of its inputs`;
  } catch {
    return `the rules ${ruleSet} cannot be run`;
  }
}
