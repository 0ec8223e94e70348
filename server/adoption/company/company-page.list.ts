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
import { orderOf, type Placed, readTopAccounts, readTopDevelopers, type TopPage } from './top.query.js';

/** All accounts with events in the window, page by page. */
export const listCompanyAccounts = operation(
  { name: 'companyAccounts', who: ['session'], limit: 'workflow' },
  (ctx, args: CompanyAccountsArgs): Promise<CompanyAccountList> => {
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
  (ctx, args: CompanyDevelopersArgs): Promise<CompanyDeveloperList> => {
    const { page, cut } = seenPage('companyDevelopers', args, sortIn(developerSorts.names, args.sort));
    return readInScope(ctx, args, async (em, scope) =>
      cut(await readTopDevelopers(em, scope, { ...page, account: args.accountDomain })),
    );
  },
  { check: windowProblems },
);

/** The order that was asked for; the arguments' declaration refused every other text. */
function sortIn(names: readonly SeenSort[], sort: string | null | undefined): TopPage['sort'] {
  const name = names.find((one) => sort === one || sort === `-${one}`);
  if (name === undefined) return '-events';
  return sort === name ? name : `-${name}`;
}

/** The page that was asked for, one row longer so that the end is known, and what cuts it (decision 0057). */
function seenPage(list: string, { limit, cursor, sort: _asked, ...filters }: SortedArgs, sort: TopPage['sort']) {
  const question = questionOf(list, sort, filters);
  const order = orderOf(sort);
  const after = placeOfCursor(cursor, {
    question,
    tie: 'text',
    value: order && { type: order.type, nullable: order.ofEvidence ?? false },
    takesBareTie: false,
  });
  const page: TopPage = { limit: limit + 1, sort, q: filters.q?.trim() || null, after };
  const cut = <T>(rows: readonly Placed<T>[]): { items: T[]; nextCursor: string | null } => {
    const { items, nextCursor } = pageOf(rows, limit, ({ place }: { place: SortPlace }) => keyOfPlace(question, place));
    return { items: items.map(({ item }) => item), nextCursor };
  };
  return { page, cut };
}
