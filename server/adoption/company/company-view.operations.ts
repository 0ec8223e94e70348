import type { EntityManager } from '@mikro-orm/postgresql';
import { operation } from '../../platform/operation.js';
import { type DayWindow, daysOf, precedingWindow } from '../day.rules.js';
import type { CompanyAdoption } from './company-adoption.types.js';
import { type CompanyScope, readInScope, readSnapshot } from './company-scope.query.js';
import { type CompanyAdoptionArgs, windowProblems } from './company-view.types.js';
import { readCounts, readDays } from './counts.query.js';
import { readCohorts } from './people.query.js';
import { readRanked } from './ranked.query.js';
import { readToolCalls, readTotals, totalsOf, unknownShares } from './totals.query.js';

/** Adoption of the organization's products in a window, for its members: live, exact and not suppressed (decisions §5, Company view). */
export const readCompanyAdoption = operation(
  { name: 'companyAdoption', who: ['session'], limit: 'workflow', cost: 500 },
  function companyAdoption(ctx, args: CompanyAdoptionArgs): Promise<CompanyAdoption> {
    const asOf = ctx.platform.clock.now();
    return readInScope(ctx, args, (em, scope) => viewOf(em, scope, args.productId ?? null, asOf));
  },
  { check: windowProblems },
);

/** Names the organization, product and window of the requested figures. */
export interface CompanyFiguresQuestion {
  readonly organizationId: string;
  /** As events carry it; null stands for all products. */
  readonly productId: string | null;
  readonly window: DayWindow;
  /** The moment of the question: days after it are not listed. */
  readonly asOf: Date;
}

/**
 * The company view's answer for a caller of whom it is known already that they may read it: the same functions, number by number. It is read
 * from one snapshot of the database; a product that is none of the organization's is NOT_FOUND.
 */
export const readCompanyFigures = (
  em: EntityManager,
  { organizationId, productId, window, asOf }: CompanyFiguresQuestion,
): Promise<CompanyAdoption> =>
  readSnapshot(em, { organizationId, productId, ...window }, asOf, (tx, scope) => viewOf(tx, scope, productId, asOf));

/** Everything of the view, within the transaction of its scope. */
export async function viewOf(
  em: EntityManager,
  scope: CompanyScope,
  productId: string | null,
  now: Date,
): Promise<CompanyAdoption> {
  const { organizationId, family, window, label, sources, excluded, eventsByRule, asOf } = scope;
  const counts = await readCounts(em, scope, window);
  const { retention, ...activated } = await readCohorts(em, scope, window);
  const totals = await totalsOf(em, scope, window, counts, activated);
  const previous = await readTotals(em, scope, precedingWindow(window));
  const nulls = [...unknownShares(totals, 'totals'), ...unknownShares(previous, 'previous')];
  return {
    scope: { organizationId, productId, family },
    window: { ...window, days: daysOf(window) },
    asOf,
    label,
    sources,
    excluded,
    eventsByRule,
    totals,
    previous,
    funnel: counts.funnel,
    days: await readDays(em, scope, now.toISOString().slice(0, 10)),
    retention,
    ...(await readRanked(em, scope)),
    toolCalls: await readToolCalls(em, scope),
    nulls,
    notices: [...noticesOf(scope), ...nulls.map(({ pointer, reason }) => `${pointer} is null: ${reason}`)],
  };
}

function noticesOf({ label, sources }: CompanyScope): string[] {
  return [
    ...(label === 'sample' ? ['Every event of this window is sample data.'] : []),
    ...(sources.some(({ source }) => source !== 'api')
      ? ['Imported and relayed events are listed in sources and counted nowhere else.']
      : []),
  ];
}
