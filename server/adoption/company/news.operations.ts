import type { EntityManager } from '@mikro-orm/postgresql';
import { operation } from '../../platform/operation.js';
import { findRefusalOnset } from '../../tracking/index.js';
import { type DayWindow, daysOf, windowEndingAt } from '../day.rules.js';
import { type CompanyScope, readInScope } from './company-scope.query.js';
import { type ActivatingAccount, readActivating, readGrown, readQuiet } from './movement.query.js';
import { type CompanyNews, type CompanyNewsArgs, type NewsItem, NewsKind } from './news.types.js';
import { readNewAccounts, readNewDevelopers } from './people.query.js';

const ITEMS_MAX = 3;
/** Since yesterday: today alone would be empty each morning. */
const RECENT_DAYS = 2;
const WEEK_DAYS = 7;

/** Reads what changed since yesterday, from the rollups and the exact counters of refusals, for members of the organization. */
export const readCompanyNews = operation(
  { name: 'companyNews', who: ['session'], limit: 'workflow', cost: 500 },
  function companyNews(ctx, { organizationId, productId }: CompanyNewsArgs): Promise<CompanyNews> {
    const today = ctx.platform.clock.now().toISOString().slice(0, 10);
    const last = (days: number): DayWindow => windowEndingAt(today, days);
    const window = last(4 * WEEK_DAYS);
    return readInScope(ctx, { organizationId, productId, ...window }, async (em, scope) => {
      const recent = last(RECENT_DAYS);
      const halves = last(2 * WEEK_DAYS);
      const week = last(WEEK_DAYS);
      const quiet = await readQuiet(em, scope);
      const grown = await readGrown(em, scope, halves);
      const [first, ...others] = (await readActivating(em, scope, recent, ITEMS_MAX)).map((one) =>
        activatedItem(one, recent),
      );
      const items = [
        await refusalItem(em, scope, recent),
        first,
        quiet && {
          ...itemOf(NewsKind.account_quiet, window),
          accountDomain: quiet.accountDomain,
          activeDays: quiet.days,
          lastDay: quiet.lastDay,
        },
        grown && {
          ...itemOf(NewsKind.account_grew, halves),
          accountDomain: grown.accountDomain,
          developers: grown.after,
          before: grown.before,
        },
        await newcomerItem(em, scope, recent),
        ...others,
      ];
      return {
        scope: { organizationId, productId: productId ?? null, family: null },
        window: spanOf(window),
        halves: spanOf(halves),
        week: spanOf(week),
        asOf: scope.asOf,
        label: scope.label,
        items: items.filter((item): item is NewsItem => Boolean(item)).slice(0, ITEMS_MAX),
        quiet: quiet?.accounts ?? 0,
        grew: grown?.accounts ?? 0,
        activated: await readNewAccounts(em, scope, week),
      };
    });
  },
);

const spanOf = (window: DayWindow): NewsItem['window'] => ({ ...window, days: daysOf(window) });

const itemOf = (kind: NewsKind, window: DayWindow): NewsItem => ({
  kind,
  window: spanOf(window),
  accountDomain: null,
  developers: null,
  before: null,
  campaign: null,
  activeDays: null,
  lastDay: null,
  code: null,
  refused: null,
  at: null,
  keyHint: null,
});

const activatedItem = ({ accountDomain, developers, campaign }: ActivatingAccount, window: DayWindow): NewsItem => ({
  ...itemOf(NewsKind.account_activated, window),
  accountDomain,
  developers,
  campaign,
});

async function refusalItem(
  em: EntityManager,
  { organizationId, productUuids }: CompanyScope,
  window: DayWindow,
): Promise<NewsItem | null> {
  const onset = await findRefusalOnset(em, organizationId, productUuids, window);
  return onset && { ...itemOf(NewsKind.refusals_began, window), ...onset };
}

async function newcomerItem(em: EntityManager, scope: CompanyScope, window: DayWindow): Promise<NewsItem | null> {
  const { newDevelopers } = await readNewDevelopers(em, scope, window);
  return newDevelopers === 0 ? null : { ...itemOf(NewsKind.developers_new, window), developers: newDevelopers };
}
