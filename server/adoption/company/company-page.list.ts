import { publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { pageOf } from '../../platform/paging/page.js';
import { keyOfPlace, placeOfCursor, questionOf, type SortPlace } from '../../platform/paging/sort.place.js';
import type { SortedArgs } from '../../platform/paging/sorted.args.js';
import {
  accountSorts,
  type CompanyAccountList,
  type CompanyAccountsArgs,
  type CompanyDeveloperList,
  type CompanyDevelopersArgs,
  developerSorts,
  type SeenSort,
  windowProblems,
} from './company-args.types.js';
import { readInScope } from './company-scope.read.js';
import { orders, type Placed, readTopAccounts, readTopDevelopers, type TopPage } from './top.query.js';

/** All accounts with events in the window, page by page. */
export const listCompanyAccounts = operation(
  { name: 'companyAccounts', who: ['session'], limit: 'workflow' },
  function companyAccounts(ctx, args: CompanyAccountsArgs): Promise<CompanyAccountList> {
    const { page, cut } = seenPage('companyAccounts', args, sortIn(accountSorts.names, args.sort));
    return readInScope(ctx, args, async (em, scope) =>
      cut(await readTopAccounts(em, scope, { ...page, developer: args.developerId })),
    );
  },
  { check: windowProblems },
);

/** All developers with events in the window, page by page. */
export const listCompanyDevelopers = operation(
  { name: 'companyDevelopers', who: ['session'], limit: 'workflow' },
  function companyDevelopers(ctx, args: CompanyDevelopersArgs): Promise<CompanyDeveloperList> {
    const { page, cut } = seenPage('companyDevelopers', args, sortIn(developerSorts.names, args.sort));
    return readInScope(ctx, args, async (em, scope) =>
      cut(await readTopDevelopers(em, scope, { ...page, account: args.accountDomain })),
    );
  },
  { check: windowProblems },
);

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
  const asked = { ...filters, organizationId: publicId('org', organizationId) };
  const question = questionOf(list, `${sorted.descending ? '-' : ''}${sorted.sort}`, asked);
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
