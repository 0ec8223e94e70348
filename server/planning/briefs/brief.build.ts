import { type CatalogSnapshot, normalizedFilters, refuseUnknownCategories } from '../../directory/index.js';
import { type FieldProblem, invalid } from '../../platform/fault.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { yieldToEventLoop } from '../../platform/yield.js';
import type { PlanningContext } from '../planning.open.js';
import { digestOf, normalizedIntent, readIntent } from '../stacks/index.js';
import { type Constraints, composeBrief } from './brief.compose.js';
import type { BriefConstraints, BuildBrief, BuildBriefArgs } from './brief.types.js';

/**
 * An unsaved plan for an intent (specification §1, rule 1): it stores nothing. Its receipt carries intent and constraints, so that a
 * signed-in person can save what was read.
 */
export const buildBrief = operation(
  { name: 'buildBrief', who: ANY_KIND, limit: 'build-search', cost: 3_000 },
  async function buildBrief(ctx: PlanningContext, { intent, constraints }: BuildBriefArgs): Promise<BuildBrief> {
    const { catalog, receipts } = ctx.parts;
    const now = ctx.platform.clock.now();
    const snapshot = await catalog.read();
    const bounds = checkedConstraints(constraints ?? {}, snapshot);
    const query = normalizedIntent(intent);
    await yieldToEventLoop(ctx);
    const understood = readIntent(query, snapshot);
    const content = composeBrief(query, understood, bounds, sceneOf(ctx, snapshot, now));
    const receipt = receipts.sign(
      {
        kind: 'build_brief',
        query,
        constraints: bounds,
        catalogVersion: snapshot.version,
        resultDigest: digestOf(content),
      },
      now,
      snapshot.changedAt,
    );
    return {
      ...content,
      notUnderstood: [...understood.notUnderstood],
      saved: false,
      planId: null,
      receiptId: receipt.id,
      saveUrl: saveUrlOf(ctx, receipt.id),
    };
  },
);

/** What a brief is composed with; its links lead to the API's public address. */
export const sceneOf = ({ platform }: PlanningContext, snapshot: CatalogSnapshot, now: Date) => ({
  snapshot,
  now,
  baseUrl: platform.config.baseUrl,
});

/** Where a signed-in person saves the plan of a receipt. */
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
