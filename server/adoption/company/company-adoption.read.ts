import { operation } from '../../platform/operation.js';
import { daysOf, precedingWindow } from '../evidence/index.js';
import { readCohorts } from './cohorts.read.js';
import type { CompanyAdoption } from './company-adoption.types.js';
import { type CompanyAdoptionArgs, windowProblems } from './company-args.types.js';
import { type CompanyScope, readInScope } from './company-scope.read.js';
import { readCounts, readDays } from './counts.read.js';
import { readRanked } from './ranked.read.js';
import { readToolCalls } from './tool-calls.read.js';
import { readTotals, totalsOf } from './totals.read.js';

/** Adoption of the organization's products in a window, for its members: live, exact and not suppressed (decisions §5, Company view). */
export const readCompanyAdoption = operation(
  { name: 'companyAdoption', who: ['session'], limit: 'workflow', cost: 500 },
  (ctx, args: CompanyAdoptionArgs): Promise<CompanyAdoption> =>
    readInScope(ctx, args, async (em, scope) => {
      const { window, label, sources, excluded, asOf } = scope;
      const before = precedingWindow(window);
      const { all, funnel } = await readCounts(em, scope, window);
      const { retention, ...activated } = await readCohorts(em, scope, window);
      return {
        scope: { organizationId: args.organizationId, productId: args.productId ?? null, family: scope.family },
        window: { ...window, days: daysOf(window) },
        asOf,
        label,
        sources,
        excluded,
        totals: await totalsOf(em, scope, window, all, activated),
        previous: await readTotals(em, scope, before),
        funnel,
        days: await readDays(em, scope, ctx.platform.clock.now().toISOString().slice(0, 10)),
        retention,
        ...(await readRanked(em, scope)),
        toolCalls: await readToolCalls(em, scope),
        notices: noticesOf(scope),
      };
    }),
  { check: windowProblems },
);

function noticesOf({ label, sources }: CompanyScope): string[] {
  return [
    ...(label === 'sample' ? ['Every event of this window is sample data.'] : []),
    ...(sources.some(({ source }) => source !== 'api')
      ? ['Imported and relayed events are listed in sources and counted nowhere else.']
      : []),
  ];
}
