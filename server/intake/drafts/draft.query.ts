import type { EntityManager } from '@mikro-orm/postgresql';
import { findOrganizationNames, findProductUuid, findWorkspaces } from '../../accounts/index.js';
import { findToolAddresses, readVendorsAndCategories } from '../../directory/index.js';
import { findTakenOffers } from '../../offers/index.js';
import { selectRows } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { publicId, readId, storedUuid } from '../../platform/ids.js';
import type { Row } from '../../platform/row.types.js';
import { catalogEntry, findTrackingPlan } from '../../tracking/index.js';
import { type KnownNames, namesakesOf, nearDomains, RULE_SET, trackingTarget } from '../checks/index.js';
import type { DraftInputs, IntakeFacts, SubmittedContent } from '../draft.types.js';
import type { SubmissionRow } from '../intake.entity.js';
import { IntakeDraft, IntakeSubmission } from '../intake.entity.js';
import { HackathonEvent } from '../passport.entity.js';
import { findSubmission } from '../submission.query.js';
import { bytesOf, digestOf, prepareDraft } from './preparation.rules.js';
import { wantedSlugs } from './record.rules.js';

const TWINS_MAX = 10;

/** The submission as the rules read it; its fields were checked by the contract of its kind before they were stored. */
export const contentOf = (submission: SubmissionRow): SubmittedContent =>
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
  submission: SubmissionRow,
  relatedId: string | null,
  now: Date,
): Promise<DraftInputs> {
  const content = contentOf(submission);
  return {
    ruleSet: RULE_SET,
    asOf: now.toISOString().slice(0, 10),
    submission: content,
    facts: await readFacts(em, submission, relatedId, content),
  };
}

/** The inputs of a preview: facts that anyone can read, none about an organization or another submission. */
export async function readPublicInputs(em: EntityManager, content: SubmittedContent, now: Date): Promise<DraftInputs> {
  return {
    ruleSet: RULE_SET,
    asOf: now.toISOString().slice(0, 10),
    submission: content,
    facts: await readPublicFacts(em, content),
  };
}

/** Facts that anyone can read; given organizations, the namesakes may include one that others must not learn of. */
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
  submission: SubmissionRow,
  relatedId: string | null,
  content: SubmittedContent,
): Promise<IntakeFacts> {
  const hasWorkspaces = content.kind === 'partner_workspace' || content.kind === 'usage_tracking';
  const facts: IntakeFacts = {
    ...(await readPublicFacts(em, content, await readOrganizations(em))),
    workspaces: hasWorkspaces ? await readWorkspaces(em, content.organization.domain) : [],
    twins: await readTwins(em, submission),
    related: relatedId === null ? null : await readRelated(em, relatedId),
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

async function readTwins(em: EntityManager, { id, fingerprint }: SubmissionRow): Promise<IntakeFacts['twins']> {
  const twins = await em
    .getKysely<{ readonly intake_submission: TableOf<IntakeSubmission> }>()
    .selectFrom('intake_submission')
    .select(['id', 'state', 'kind'])
    .where('fingerprint', '=', fingerprint)
    .where('id', '<>', id)
    .orderBy('id', 'desc')
    .limit(TWINS_MAX)
    .execute();
  return twins.map(({ id: twin, state, kind }) => ({ id: publicId('sub', twin), state, kind }));
}

const selectEvents = (em: EntityManager) =>
  em.getKysely<{ readonly hackathon_event: TableOf<HackathonEvent> }>().selectFrom('hackathon_event');

/** The events that are published, by name and time. */
async function readEvents(em: EntityManager): Promise<KnownNames['events']> {
  const events = await selectEvents(em)
    .select(['slug', 'name', 'organizer_domain as domain', 'starts_at as startsAt'])
    .orderBy('slug')
    .execute();
  return events.map(({ slug, name, domain, startsAt }) => ({
    id: slug,
    name,
    domain,
    startsAt: startsAt.toISOString(),
  }));
}

async function readTakenEvents(em: EntityManager, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const events = await selectEvents(em).select('slug').where('slug', 'in', slugs).execute();
  return events.map(({ slug }) => slug).toSorted();
}

async function readRelated(em: EntityManager, relatedId: string): Promise<IntakeFacts['related']> {
  const workspace = await findSubmission(em, relatedId);
  if (!workspace) return null;
  const { product } = workspace.fields as { product: { id: string } };
  return {
    id: publicId('sub', workspace.id),
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
  if (!target) return null;
  const organizationUuid = storedUuid('org', target.organizationId);
  const productUuid = await findProductUuid(em, organizationUuid, target.productId);
  const plan = productUuid && (await findTrackingPlan(em, organizationUuid, productUuid));
  return plan ? { events: plan.events, via: plan.via, cdpName: plan.cdpName } : null;
}

const PAGE = 200;

/** The result of replaying the stored drafts. */
export interface Replay {
  readonly drafts: number;
  /** Drafts that the rules of their day do not make again, or whose rules or inputs are no longer there as they were. */
  readonly different: readonly { readonly id: string; readonly submission: string; readonly why: string }[];
}

/** Prepares the stored drafts, or those of one submission (`sub_…`), again from their inputs, with the rules of their day, and compares byte for byte; writes nothing. */
export async function replayDrafts(em: EntityManager, submissionId: string | null): Promise<Replay> {
  const submission = submissionId === null ? null : readId('sub', submissionId);
  if (submissionId !== null && submission === null) return { drafts: 0, different: [] };
  const different: { id: string; submission: string; why: string }[] = [];
  let drafts = 0;
  let after: string | null = null;
  for (;;) {
    const page: Row<IntakeDraft>[] = await selectRows(em, IntakeDraft)
      .$if(submission !== null, (of) => of.where('t.submission_id', '=', submission))
      .$if(after !== null, (of) => of.where('t.id', '>', after))
      .orderBy('t.id')
      .limit(PAGE)
      .execute();
    for (const draft of page) {
      const why = differenceOf(draft);
      if (why) different.push({ id: publicId('drf', draft.id), submission: publicId('sub', draft.submissionId), why });
    }
    drafts += page.length;
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return { drafts, different };
  }
}

function differenceOf({ inputs, inputsDigest, ruleSet, checks, triage, records }: Row<IntakeDraft>): string | null {
  if (digestOf(inputs) !== inputsDigest || inputs.ruleSet !== ruleSet) return 'its inputs are not those of its digest';
  try {
    return bytesOf(prepareDraft(inputs)) === bytesOf({ checks, triage, records })
      ? null
      : `the rules ${ruleSet} make another draft of its inputs`;
  } catch {
    return `the rules ${ruleSet} cannot be run`;
  }
}
