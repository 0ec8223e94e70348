import { momentOf } from '../../platform/instant.rules.js';
import { ruleSetOf, slugsLike, trackingTarget } from '../checks/index.js';
import type { ContentOf, DraftInputs, IntakeFacts, NewToolFields, ToolFact } from '../draft.types.js';
import type { DraftRecord, NewTool, ToolLinks } from '../draft-record.types.js';

/** Lower-case words joined by hyphens, as slugs are. */
export function slugOf(name: string, lengthMax = 80): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (words ?? ['submitted']).join('-').slice(0, lengthMax).replace(/-+$/, '');
}

type FreeSlug = ReturnType<typeof ruleSetOf>['freeSlug'];

/** A record that approval creates. */
const created = <T extends string, const After>(type: T, key: string, after: After) =>
  ({ type, action: 'create', key, before: null, after }) as const;

/** A record that approval changes. */
const updated = <T extends string, Before, const After>(type: T, key: string, before: Before, after: After) =>
  ({ type, action: 'update', key, before, after }) as const;

const NO_LINKS: ToolLinks = { docsUrl: null, signupUrl: null, pricingUrl: null };

/** The record of a new tool in the directory. */
function newTool(
  freeSlug: FreeSlug,
  tool: NewToolFields,
  vendor: { name: string; domain: string },
  facts: IntakeFacts,
  links: Partial<ToolLinks>,
) {
  const slug = freeSlug(slugOf(tool.name), new Set(facts.tools.map((one) => one.slug)));
  return created<'tool', NewTool>('tool', slug, {
    slug,
    name: tool.name,
    summary: tool.summary,
    vendor,
    website: tool.website,
    categories: tool.categories,
    ...NO_LINKS,
    docsUrl: tool.docsUrl,
    ...links,
  });
}

const linksOf = ({ docsUrl, signupUrl, pricingUrl }: ToolFact): ToolLinks => ({ docsUrl, signupUrl, pricingUrl });

function workspaceRecords(
  { contact, organization, fields }: ContentOf<'partner_workspace'>,
  facts: IntakeFacts,
  freeSlug: FreeSlug,
): DraftRecord[] {
  const tool = fields.tool ? newTool(freeSlug, fields.tool, organization, facts, {}) : null;
  const toolSlug = tool?.key ?? fields.toolSlug ?? '';
  return [
    created('organization', organization.domain, { name: organization.name, domain: organization.domain }),
    created('product', fields.product.id, {
      productId: fields.product.id,
      name: fields.product.name,
      type: fields.product.type,
    }),
    ...(tool ? [tool] : []),
    created('product_link', `${fields.product.id} → ${toolSlug}`, {
      productId: fields.product.id,
      toolSlug,
      domain: organization.domain,
    }),
    created('invitation', contact.email, { email: contact.email, role: 'owner' }),
  ];
}

/** The tool's own address of a kind of link; a perk is an offer's. */
const LINK_OF = { docs: 'docsUrl', signup: 'signupUrl', pricing: 'pricingUrl' } as const;

function linkRecords(
  { organization, fields }: ContentOf<'tracked_links'>,
  facts: IntakeFacts,
  freeSlug: FreeSlug,
): DraftRecord[] {
  const given: Partial<Record<keyof ToolLinks, string>> = {};
  for (const { kind, url } of fields.links) if (kind !== 'perk') given[LINK_OF[kind]] ??= url;
  const stored = facts.tools.find(({ slug }) => slug === fields.toolSlug);
  const before = stored ? linksOf(stored) : NO_LINKS;
  const added = fields.tool ? newTool(freeSlug, fields.tool, organization, facts, given) : null;
  const after = added?.after ?? { ...before, ...given };
  const isChanged = Object.values(LINK_OF).some((name) => before[name] !== after[name]);
  const tool =
    added ??
    (stored && isChanged
      ? updated('tool', stored.slug, { ...before }, { slug: stored.slug, ...before, ...given })
      : null);
  const toolSlug = added?.key ?? fields.toolSlug ?? '';
  const tracked = (['docs', 'signup', 'pricing'] as const).flatMap((kind) => {
    const key = `${toolSlug}/${kind}`;
    const url = after[LINK_OF[kind]];
    const old = before[LINK_OF[kind]];
    if (url === null || url === old) return [];
    return [old === null ? created('tracked_link', key, { url }) : updated('tracked_link', key, { url: old }, { url })];
  });
  return [...(tool ? [tool] : []), ...tracked, ...offerRecords(fields, organization, toolSlug, facts, freeSlug)];
}

/** The offer with its tracked link; a perk without an offer is one with nothing but its title. */
function offerRecords(
  { offer, links }: ContentOf<'tracked_links'>['fields'],
  vendor: { name: string; domain: string },
  toolSlug: string,
  { takenOffers }: IntakeFacts,
  freeSlug: FreeSlug,
): DraftRecord[] {
  const perk = links.find(({ kind }) => kind === 'perk');
  const url = perk?.url ?? offer?.termsUrl;
  if (url === undefined) return [];
  const title = offer?.title ?? perk?.title ?? '';
  const slug = freeSlug(slugOf(`${toolSlug} ${title}`), new Set(takenOffers));
  return [
    created('offer', slug, {
      slug,
      title,
      summary: offer?.valueText ?? title,
      kind: offer?.amountCents === undefined ? 'perk' : 'credits',
      claim: 'provider_link',
      vendor,
      tools: [toolSlug],
      url,
      termsUrl: offer?.termsUrl ?? null,
      valueText: offer?.valueText ?? null,
      amountCents: offer?.amountCents ?? null,
      currency: offer?.currency ?? null,
      requirements: offer?.requirements ?? [],
      endsAt: offer?.endsAt?.slice(0, 10) ?? null,
    }),
    created('tracked_link', `${slug}/claim`, { url }),
  ];
}

function passportRecords(
  { organization, fields }: ContentOf<'hackathon_passport'>,
  { takenEvents }: IntakeFacts,
  freeSlug: FreeSlug,
): DraftRecord[] {
  const { event, sponsors, rulesUrl, submissionsDueAt } = fields;
  const slug = freeSlug(slugOf(event.name), new Set(takenEvents));
  const utc = (text: string): string => momentOf(text).toISOString();
  return [
    created('hackathon', slug, {
      slug,
      name: event.name,
      website: event.website,
      startsAt: utc(event.startsAt),
      endsAt: utc(event.endsAt),
      timezone: event.timezone,
      location: event.location,
      rulesUrl,
      submissionsDueAt: utc(submissionsDueAt),
      organizer: organization,
      sponsors,
    }),
  ];
}

function trackingRecords(content: ContentOf<'usage_tracking'>, facts: IntakeFacts): DraftRecord[] {
  const target = trackingTarget(content, facts);
  if (!target) return [];
  const families = new Map(facts.catalogEvents.map(({ name, family }) => [name, family]));
  const { events, via, cdpName } = content.fields;
  const { organizationId, productId } = target;
  const key = `${organizationId}/${productId}`;
  const setup = {
    organizationId,
    productId,
    events: events.map(({ name, family, when }) => ({ name, family: family ?? families.get(name) ?? null, when })),
    via,
    cdpName: cdpName ?? null,
  };
  return [
    facts.trackingPlan
      ? updated('tracking_setup', key, { ...facts.trackingPlan }, setup)
      : created('tracking_setup', key, setup),
  ];
}

/** The exact records that approval would create or change, in the order in which it does. */
export function recordsOf({ ruleSet, submission, facts }: DraftInputs): DraftRecord[] {
  const { freeSlug } = ruleSetOf(ruleSet);
  switch (submission.kind) {
    case 'partner_workspace':
      return workspaceRecords(submission, facts, freeSlug);
    case 'tracked_links':
      return linkRecords(submission, facts, freeSlug);
    case 'hackathon_passport':
      return passportRecords(submission, facts, freeSlug);
    case 'usage_tracking':
      return trackingRecords(submission, facts);
  }
}

/** Slugs that a draft would take, and those that it would take instead: facts say which of them are taken. */
export function wantedSlugs({ kind, fields }: DraftInputs['submission']): {
  tools: string[];
  offers: string[];
  events: string[];
} {
  const none = { tools: [], offers: [], events: [] };
  if (kind === 'hackathon_passport') return { ...none, events: slugsLike(slugOf(fields.event.name)) };
  if (kind === 'usage_tracking') return none;
  const tools = fields.tool ? slugsLike(slugOf(fields.tool.name)) : [];
  if (kind === 'partner_workspace') return { ...none, tools };
  const title = fields.offer?.title ?? fields.links.find((link) => link.kind === 'perk')?.title;
  if (title === undefined) return { ...none, tools };
  const owners = fields.toolSlug === undefined ? tools : [fields.toolSlug];
  return { ...none, tools, offers: owners.flatMap((tool) => slugsLike(slugOf(`${tool} ${title}`))) };
}
