import {
  type CatalogSnapshot,
  facetNames,
  normalizedFilters,
  type OfferFacts,
  refuseUnknownCategories,
  statementInWords,
} from '../directory/index.js';
import { type FieldProblem, invalid } from '../platform/fault.js';
import { questionsFor, risksOf, toolsOf } from './brief.rules.js';
import type { BriefConstraints, PlanContent, PlanPerk } from './brief.types.js';
import { stepsFor } from './brief-steps.rules.js';
import { type Intent, noticesOf, readIntent } from './intent.rules.js';
import { endOfOffer } from './plan-change.rules.js';
import type { PlanningContext } from './planning.open.js';
import { capabilitiesOf, describeRoles, digestOf, gapsOf, openParts } from './stack.describe.js';
import type { StackRole } from './stack.types.js';
import { composeStacks } from './stack-compose.rules.js';
import { findParts } from './stack-parts.find.js';
import { trackingEndpoints } from './tracking-set-up.rules.js';

/** The bounds of a brief, as they are signed and stored: lists without repetition, empty ones left out. */
export type Constraints = Readonly<Record<string, readonly string[]>>;

/** A plan for a text, what was read in it, and the digest of the plan. */
interface Brief {
  readonly intent: Intent;
  readonly content: PlanContent;
  readonly digest: string;
}

/**
 * A plan for a text: the best stack, what to do, what it may cost, what can go wrong. The same catalog gives the same plan. It is made in steps:
 * a long text with many needs takes a tenth of a second, and others wait for one step of it alone.
 */
export function* composeBrief(
  text: string,
  constraints: Constraints,
  { snapshot, now, baseUrl }: { snapshot: CatalogSnapshot; now: Date; baseUrl: string },
): Generator<void, Brief> {
  const intent = readIntent(text, snapshot);
  yield;
  const bounds = {
    filters: Object.fromEntries(
      facetNames.flatMap((name) => (constraints[name]?.length ? [[name, constraints[name]]] : [])),
    ),
    exclude: new Set([...(constraints.exclude ?? []), ...intent.unwanted]),
    prefer: constraints.prefer ?? [],
  };
  const parts = yield* findParts(intent, bounds, snapshot, now);
  const [best] = composeStacks(parts, 1);
  yield;
  const stack = describeRoles(best?.picks ?? [], { intent, parts, snapshot, now, baseUrl });
  const open = openParts(parts);
  const preferred = bounds.prefer.flatMap((slug) => snapshot.bySlug.get(slug) ?? []);
  yield;
  const content: PlanContent = {
    goal: text,
    capabilities: capabilitiesOf(parts),
    stack,
    gaps: gapsOf(parts, intent),
    steps: stepsFor(stack, trackingEndpoints(baseUrl)),
    perks: perksOf(stack, snapshot, now, baseUrl),
    risks: risksOf(stack, open),
    openQuestions: questionsFor(stack, open),
    notices: noticesOf(intent, parts, preferred),
  };
  yield;
  return { intent, content, digest: yield* digestOf(content) };
}

/** The rules of claims (specification §1, rule 2). */
const CLAIM_RULES: Record<OfferFacts['claim'], string> = {
  native:
    'Claimed by a signed-in person in the browser: no token stands in for the session, and a claim is no approval.',
  provider_link:
    'Taken at the provider itself: opening the link is no claim, and neither is proof of approval or credit.',
};

/** The live offers of a stack's tools, each once, with what they ask for; null for a price or date that no source states. */
function perksOf(stack: readonly StackRole[], snapshot: CatalogSnapshot, now: Date, baseUrl: string): PlanPerk[] {
  const found = new Map<string, PlanPerk>();
  for (const { tool } of toolsOf(stack))
    for (const offer of snapshot.offersOf(tool.id, now))
      if (!found.has(offer.id)) found.set(offer.id, perkOf(offer, tool.slug, baseUrl));
  return [...found.values()];
}

function perkOf(offer: OfferFacts, tool: string, baseUrl: string): PlanPerk {
  const { id, title, claim, requirements, endsAt, link, statements } = offer;
  const stated = statementInWords(statements);
  return {
    id,
    title,
    tool,
    claim,
    rules: [
      ...requirements,
      ...(endsAt ? [endOfOffer(endsAt)] : []),
      CLAIM_RULES[claim],
      ...(stated === null ? [] : [stated]),
    ],
    url: link ? `${baseUrl}/go/${link.id}` : null,
  };
}

/** The catalog, the moment and the API's public address, to which links of a brief lead. */
export const sceneOf = ({ platform }: PlanningContext, snapshot: CatalogSnapshot, now: Date) => ({
  snapshot,
  now,
  baseUrl: platform.config.baseUrl,
});

/** The address at which a signed-in person saves the plan of a receipt. */
export const saveUrlOf = ({ platform }: PlanningContext, receiptId: string): string =>
  `${platform.config.workspaceUrl}/admin/#/workbench/save?receipt=${receiptId}`;

/** Constraints in the form in which they are signed; refuses slugs and categories that the catalog does not have. */
export function checkedConstraints(constraints: BriefConstraints, snapshot: CatalogSnapshot): Constraints {
  const { exclude, prefer, ...filters } = constraints;
  const unknownIn = (name: string, slugs: readonly string[]): FieldProblem[] =>
    slugs.flatMap((slug, index) =>
      snapshot.bySlug.has(slug)
        ? []
        : [{ pointer: `/constraints/${name}/${index}`, code: 'unknown_tool', detail: 'no tool has this slug' }],
    );
  const both = (prefer ?? []).flatMap((slug, index) =>
    exclude?.includes(slug)
      ? [{ pointer: `/constraints/prefer/${index}`, code: 'contradiction', detail: 'the same tool is excluded' }]
      : [],
  );
  const problems = [...unknownIn('exclude', exclude ?? []), ...unknownIn('prefer', prefer ?? []), ...both];
  if (problems.length) throw invalid(problems);
  const known = normalizedFilters(filters);
  refuseUnknownCategories(snapshot, known, '/constraints');
  return {
    ...known,
    ...(exclude?.length ? { exclude: [...new Set(exclude)].toSorted() } : {}),
    ...(prefer?.length ? { prefer: [...new Set(prefer)] } : {}),
  };
}
