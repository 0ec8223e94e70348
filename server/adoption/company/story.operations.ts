import { operation } from '../../platform/operation.js';
import { daysOf, windowEndingAt } from '../day.rules.js';
import { healthOf } from './account-health.rules.js';
import { readInScope } from './company-scope.query.js';
import { WINDOW_DAYS_MAX } from './company-view.types.js';
import { readStory } from './story.query.js';
import type { CompanyAccountStory, CompanyAccountStoryArgs } from './story.types.js';

/** Reads the milestones of one account and how it stands against its own past, for members; null without an event in 400 days. */
export const readCompanyAccountStory = operation(
  { name: 'companyAccountStory', who: ['session'], limit: 'workflow' },
  function companyAccountStory(ctx, args: CompanyAccountStoryArgs): Promise<CompanyAccountStory | null> {
    const { organizationId, productId, accountDomain } = args;
    const today = ctx.platform.clock.now().toISOString().slice(0, 10);
    const window = windowEndingAt(today, WINDOW_DAYS_MAX);
    return readInScope(ctx, { organizationId, productId, ...window }, async (em, scope) => {
      const story = await readStory(em, scope, accountDomain);
      if (!story) return null;
      const { days, ...known } = story;
      return {
        window: { ...window, days: daysOf(window) },
        asOf: scope.asOf,
        label: scope.counted,
        ...known,
        health: healthOf(days, today),
      };
    });
  },
);
