import type { EntityManager } from '@mikro-orm/postgresql';
import { findProductIds } from '../../accounts/index.js';
import { selectRows } from '../../platform/database/kysely.js';
import type { TableOf } from '../../platform/database/table.types.js';
import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { pageOf } from '../../platform/paging/page.js';
import { keyOfPlace, placeOfCursor, questionOf, type SortPlace } from '../../platform/paging/sort.place.js';
import type { SortedArgs } from '../../platform/paging/sorted.args.js';
import { mapFamily } from '../family.map.js';
import { AccountEvidence, type Activity, DeveloperEvidence } from '../rollup.entity.js';
import { type CompanyScope, inProducts, readInScope } from './company-scope.query.js';
import {
  accountSorts,
  type CompanyAccount,
  type CompanyAccountArgs,
  type CompanyAccountList,
  type CompanyAccountsArgs,
  type CompanyDeveloper,
  type CompanyDeveloperArgs,
  type CompanyDeveloperList,
  type CompanyDevelopersArgs,
  campaignProblems,
  developerSorts,
  figureProblems,
  type SeenFamily,
  type SeenSort,
  windowProblems,
} from './company-view.types.js';
import { readAccountsBehind, readDevelopersBehind } from './figure.query.js';
import {
  type NamedCampaign,
  orders,
  type Placed,
  readTopAccounts,
  readTopDevelopers,
  type TopPage,
} from './top.query.js';

/** All accounts with events in the window, page by page. */
export const listCompanyAccounts = operation(
  { name: 'companyAccounts', who: ['session'], limit: 'workflow' },
  function companyAccounts(ctx, args: CompanyAccountsArgs): Promise<CompanyAccountList> {
    const { page, cut } = seenPage('companyAccounts', args, sortIn(accountSorts.names, args.sort));
    const narrowed = { ...page, developer: args.developerId, campaign: campaignOf(args) };
    return readInScope(ctx, args, async (em, scope) =>
      cut(
        args.figure
          ? await readAccountsBehind(em, scope, args.figure, narrowed)
          : await readTopAccounts(em, scope, narrowed),
      ),
    );
  },
  { check: (args) => [...windowProblems(args), ...campaignProblems(args)] },
);

/** All developers with events in the window, page by page. */
export const listCompanyDevelopers = operation(
  { name: 'companyDevelopers', who: ['session'], limit: 'workflow' },
  function companyDevelopers(ctx, args: CompanyDevelopersArgs): Promise<CompanyDeveloperList> {
    const { page, cut } = seenPage('companyDevelopers', args, sortIn(developerSorts.names, args.sort));
    const account = args.withoutAccount ? '' : args.accountDomain;
    const narrowed = { ...page, account, campaign: campaignOf(args) };
    return readInScope(ctx, args, async (em, scope) =>
      cut(
        args.figure || args.cohort
          ? await readDevelopersBehind(em, scope, args, narrowed)
          : await readTopDevelopers(em, scope, narrowed),
      ),
    );
  },
  { check: (args) => [...windowProblems(args), ...campaignProblems(args), ...figureProblems(args)] },
);

/** The campaign that the arguments name, as a view lists it. */
const campaignOf = ({
  campaignId,
  campaignSource,
}: CompanyAccountsArgs | CompanyDevelopersArgs): NamedCampaign | null =>
  campaignId ? { id: campaignId, source: campaignSource ?? null } : null;

/** The order that was asked for; the arguments' declaration refused every other text. */
function sortIn<Sort extends SeenSort>(
  names: readonly (Sort | 'events')[],
  requested: string | null | undefined,
): Pick<TopPage<Sort | 'events'>, 'sort' | 'descending'> {
  const sort = names.find((one) => requested === one || requested === `-${one}`);
  return sort === undefined ? { sort: 'events', descending: true } : { sort, descending: requested !== sort };
}

/** The page that was asked for, one row longer so that the end is known, and what cuts it (decision 0057). Cursors hold a hash of the public id. */
function seenPage<Sort extends SeenSort>(
  list: string,
  { limit, cursor, sort: _sort, organizationId, ...filters }: SortedArgs & { readonly organizationId: string },
  sorted: Pick<TopPage<Sort>, 'sort' | 'descending'>,
) {
  const requested = { ...filters, organizationId: publicId('org', organizationId) };
  const question = questionOf(list, `${sorted.descending ? '-' : ''}${sorted.sort}`, requested);
  const order = orders[sorted.sort];
  const after = placeOfCursor(cursor, {
    question,
    tie: 'text',
    value: order && { type: order.type, nullable: order.ofEvidence ?? false },
    takesBareTie: false,
  });
  const page: TopPage<Sort> = { limit: limit + 1, ...sorted, q: filters.q?.trim() || null, after };
  const cut = <T>(rows: readonly Placed<T>[]): { items: T[]; nextCursor: string | null } => {
    const { items, nextCursor } = pageOf(rows, limit, ({ place }: { place: SortPlace }) => keyOfPlace(question, place));
    return { items: items.map(({ item }) => item), nextCursor };
  };
  return { page, cut };
}

const ONE = { limit: 1, sort: 'name', descending: false } as const;

/** One account with events in the window: its families, its products and when it was activated in each; null without an event. */
export const readCompanyAccount = operation(
  { name: 'companyAccount', who: ['session'], limit: 'workflow' },
  function companyAccount(ctx, args: CompanyAccountArgs): Promise<CompanyAccount | null> {
    return readInScope(ctx, args, async (em, scope) => {
      const { accountDomain } = args;
      const [found] = await readTopAccounts(em, scope, { ...ONE, account: accountDomain });
      if (!found) return null;
      const known = await selectRows(em, AccountEvidence)
        .where('t.organization_id', '=', scope.organizationId)
        .where(inProducts(scope.productUuids))
        .where('t.data_label', '=', scope.counted)
        .where('t.account_domain', '=', accountDomain)
        .execute();
      const seen = await readSeen(em, scope, 'account_domain', accountDomain);
      return {
        label: scope.counted,
        asOf: scope.asOf,
        account: found.item,
        families: seen.families,
        products: await productsOf(em, scope, seen.events, known, (of) => ({
          activatedAt: of?.activatedAt ?? null,
          activationEventId: of?.activationEventId ?? null,
        })),
      };
    });
  },
  { check: windowProblems },
);

/**
 * One developer with events in the window: families, products, and the events that prove activation and return in each;
 * null without an event.
 */
export const readCompanyDeveloper = operation(
  { name: 'companyDeveloper', who: ['session'], limit: 'workflow' },
  function companyDeveloper(ctx, args: CompanyDeveloperArgs): Promise<CompanyDeveloper | null> {
    return readInScope(ctx, args, async (em, scope) => {
      const { developerId } = args;
      const [found] = await readTopDevelopers(em, scope, { ...ONE, developer: developerId });
      if (!found) return null;
      const known = await selectRows(em, DeveloperEvidence)
        .where('t.organization_id', '=', scope.organizationId)
        .where(inProducts(scope.productUuids))
        .where('t.data_label', '=', scope.counted)
        .where('t.developer_id', '=', developerId)
        .execute();
      const seen = await readSeen(em, scope, 'developer_id', developerId);
      return {
        label: scope.counted,
        asOf: scope.asOf,
        developer: found.item,
        families: seen.families,
        products: await productsOf(em, scope, seen.events, known, (of) => ({
          activatedAt: of?.activatedAt ?? null,
          activationEventId: of?.activationEventId ?? null,
          retainedAt: of?.returnedAt ?? null,
          returnEventId: of?.returnEventId ?? null,
        })),
      };
    });
  },
  { check: windowProblems },
);

/** Reads the activity of one account or developer in the window by family, and its events in each product. */
async function readSeen(
  em: EntityManager,
  { organizationId, productUuids, counted, window }: CompanyScope,
  column: 'account_domain' | 'developer_id',
  name: string,
): Promise<{ families: SeenFamily[]; events: ReadonlyMap<string, number> }> {
  if (productUuids.length === 0) return { families: [], events: new Map() };
  const rows = await em
    .getKysely<{ adoption_activity: TableOf<Activity> }>()
    .selectFrom('adoption_activity')
    .where('organization_id', '=', organizationId)
    .where('product_uuid', 'in', productUuids)
    .where('data_label', '=', counted)
    .where('day', '>=', window.from)
    .where('day', '<=', window.to)
    .where(column, '=', name)
    .groupBy(['product_uuid', 'event_family'])
    .select(({ fn }) => [
      'product_uuid',
      'event_family',
      fn.sum<string>('events').as('events'),
      fn.min('first_at').as('first_at'),
      fn.max('last_at').as('last_at'),
    ])
    .execute();
  const families = [...Map.groupBy(rows, (row) => row.event_family)].map(([family, same]) => ({
    family: mapFamily(family),
    events: same.reduce((sum, { events }) => sum + Number(events), 0),
    firstSeen: new Date(Math.min(...same.map(({ first_at }) => first_at.getTime()))),
    lastSeen: new Date(Math.max(...same.map(({ last_at }) => last_at.getTime()))),
  }));
  const events = new Map<string, number>();
  for (const row of rows) events.set(row.product_uuid, (events.get(row.product_uuid) ?? 0) + Number(row.events));
  return { families: families.sort((a, b) => b.events - a.events), events };
}

/** The products with events or evidence, by their ids as events carry them. */
async function productsOf<Evidence extends { readonly productUuid: string }, Known>(
  em: EntityManager,
  scope: CompanyScope,
  events: ReadonlyMap<string, number>,
  known: readonly Evidence[],
  knownOf: (evidence: Evidence | undefined) => Known,
): Promise<({ productId: string; events: number } & Known)[]> {
  const products = await findProductIds(em, [scope.organizationId], scope.productUuids);
  return [...products].flatMap(([id, productId]) => {
    const evidence = known.find(({ productUuid }) => productUuid === id);
    const count = events.get(id) ?? 0;
    return count > 0 || evidence ? [{ productId, events: count, ...knownOf(evidence) }] : [];
  });
}
