import { operation } from '../../platform/operation.js';
import type { CompanyAdoption } from './company-adoption.types.js';
import { type CompanyAdoptionArgs, windowProblems } from './company-args.types.js';
import { viewOf } from './company-figures.read.js';
import { readInScope } from './company-scope.read.js';

/** Adoption of the organization's products in a window, for its members: live, exact and not suppressed (decisions §5, Company view). */
export const readCompanyAdoption = operation(
  { name: 'companyAdoption', who: ['session'], limit: 'workflow', cost: 500 },
  function companyAdoption(ctx, args: CompanyAdoptionArgs): Promise<CompanyAdoption> {
    const asOf = ctx.platform.clock.now();
    return readInScope(ctx, args, (em, scope) => viewOf(em, scope, args.productId ?? null, asOf));
  },
  { check: windowProblems },
);
