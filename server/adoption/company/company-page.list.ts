import { operation } from '../../platform/operation.js';
import { cursorAfter, keyOfCursor } from '../../platform/paging/page.js';
import {
  type CompanyAccountList,
  type CompanyDeveloperList,
  type CompanyPageArgs,
  windowProblems,
} from './company-args.types.js';
import { readInScope } from './company-scope.read.js';
import { type Placed, readTopAccounts, readTopDevelopers, type TopPage } from './top.query.js';

/** All accounts with events in the window, page by page. */
export const listCompanyAccounts = operation(
  { name: 'companyAccounts', who: ['session'], limit: 'workflow' },
  (ctx, args: CompanyPageArgs): Promise<CompanyAccountList> =>
    readInScope(ctx, args, async (em, scope) => cut(await readTopAccounts(em, scope, askedPage(args)), args)),
  { check: windowProblems },
);

/** All developers with events in the window, page by page. */
export const listCompanyDevelopers = operation(
  { name: 'companyDevelopers', who: ['session'], limit: 'workflow' },
  (ctx, args: CompanyPageArgs): Promise<CompanyDeveloperList> =>
    readInScope(ctx, args, async (em, scope) => cut(await readTopDevelopers(em, scope, askedPage(args)), args)),
  { check: windowProblems },
);

/** A cursor holds the order that it belongs to, and the value and name of the last row. */
const CURSOR = /^\["[a-zA-Z]+","(?:[^"\\]|\\.)*","(?:[^"\\]|\\.)*"\]$/;
const VALUE = { events: /^\d{1,18}$/, firstSeen: /^[\d :.+-]{10,40}$/, lastSeen: /^[\d :.+-]{10,40}$/, name: /^/ };

/** One row more than asked for, so that the end is known. */
function askedPage({ limit, sort, q, cursor }: CompanyPageArgs): TopPage {
  const form = {
    test: (key: string): boolean => {
      if (!CURSOR.test(key)) return false;
      const [order, value] = JSON.parse(key) as [string, string, string];
      return order === sort && VALUE[sort].test(value);
    },
  };
  const key = keyOfCursor(cursor, form);
  if (key === null) return { limit: limit + 1, sort, q: q ?? null };
  const [, value, name] = JSON.parse(key) as [string, string, string];
  return { limit: limit + 1, sort, q: q ?? null, after: [value, name] };
}

function cut<T>(
  rows: readonly Placed<T>[],
  { limit, sort }: CompanyPageArgs,
): { items: T[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ item }) => item),
    nextCursor: rows.length > limit && last ? cursorAfter(JSON.stringify([sort, ...last.place])) : null,
  };
}
