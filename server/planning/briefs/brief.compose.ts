import { type CatalogSnapshot, facetNames } from '../../directory/index.js';
import {
  capabilitiesOf,
  composeStacks,
  describeRoles,
  findParts,
  gapsOf,
  type Intent,
  noticesOf,
  trackingEndpoints,
} from '../stacks/index.js';
import { perksOf } from './brief.perks.js';
import type { PlanContent } from './brief.types.js';
import { questionsFor } from './brief-questions.rules.js';
import { risksOf } from './brief-risks.rules.js';
import { stepsFor } from './brief-steps.rules.js';

/** What bounds a brief, as it is signed and stored: lists without repetition, empty ones left out. */
export type Constraints = Readonly<Record<string, readonly string[]>>;

/** A plan for a text and what was read in it: the best stack, what to do, what it may cost, what can go wrong. The same catalog gives the same plan. */
export function composeBrief(
  text: string,
  intent: Intent,
  constraints: Constraints,
  { snapshot, now, baseUrl }: { snapshot: CatalogSnapshot; now: Date; baseUrl: string },
): PlanContent {
  const bounds = {
    filters: Object.fromEntries(
      facetNames.flatMap((name) => (constraints[name]?.length ? [[name, constraints[name]]] : [])),
    ),
    exclude: new Set([...(constraints.exclude ?? []), ...intent.unwanted]),
    prefer: constraints.prefer ?? [],
  };
  const parts = findParts(intent, bounds, snapshot, now);
  const [best] = composeStacks(parts, 1);
  const stack = describeRoles(best?.picks ?? [], { intent, parts, snapshot, now, baseUrl });
  const gaps = gapsOf(parts);
  const preferred = bounds.prefer.flatMap((slug) => snapshot.bySlug.get(slug) ?? []);
  return {
    goal: text,
    capabilities: capabilitiesOf(parts),
    stack,
    gaps,
    steps: stepsFor(stack, trackingEndpoints(baseUrl)),
    perks: perksOf(stack, snapshot, now, baseUrl),
    risks: risksOf(stack, gaps),
    openQuestions: questionsFor(stack, gaps),
    notices: noticesOf(intent, parts, preferred),
  };
}
