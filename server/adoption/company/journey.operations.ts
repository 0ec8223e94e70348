import { operation } from '../../platform/operation.js';
import { daysOf } from '../day.rules.js';
import { readInScope } from './company-scope.query.js';
import { campaignProblems, windowProblems } from './company-view.types.js';
import { readArrivedNames, readFunnel } from './funnel.query.js';
import {
  type CompanyFunnel,
  type CompanyFunnelArgs,
  type CompanyLifecycle,
  type CompanyLifecycleArgs,
  NAMES_MAX,
  stepProblems,
} from './journey.types.js';
import { readActiveDays, readTimeToActivation, readWeeks } from './lifecycle.query.js';

/** How many developers take chosen steps in their order, for members of the organization. */
export const readCompanyFunnel = operation(
  { name: 'companyFunnel', who: ['session'], limit: 'workflow' },
  function companyFunnel(ctx, args: CompanyFunnelArgs): Promise<CompanyFunnel> {
    const { steps, withinDays, campaignId, campaignSource, accountDomain } = args;
    const campaign = campaignId ? { id: campaignId, source: campaignSource ?? null } : null;
    return readInScope(ctx, args, async (em, scope) => ({
      window: { ...scope.window, days: daysOf(scope.window) },
      asOf: scope.asOf,
      label: scope.label,
      withinDays,
      ...(await readFunnel(em, scope, { steps, withinDays, campaign, account: accountDomain ?? null })),
      eventNames: await readArrivedNames(em, scope, NAMES_MAX),
    }));
  },
  { check: (args) => [...windowProblems(args), ...campaignProblems(args), ...stepProblems(args)] },
);

/** Who comes, stays, leaves and comes again, for members of the organization. */
export const readCompanyLifecycle = operation(
  { name: 'companyLifecycle', who: ['session'], limit: 'workflow' },
  function companyLifecycle(ctx, args: CompanyLifecycleArgs): Promise<CompanyLifecycle> {
    const today = ctx.platform.clock.now().toISOString().slice(0, 10);
    return readInScope(ctx, args, async (em, scope) => ({
      window: { ...scope.window, days: daysOf(scope.window) },
      asOf: scope.asOf,
      label: scope.label,
      weeks: await readWeeks(em, scope),
      days: await readActiveDays(em, scope, today),
      activation: await readTimeToActivation(em, scope),
    }));
  },
  { check: windowProblems },
);
