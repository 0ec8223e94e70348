import { createContext, type ReactNode, useContext, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** The context in which reviewers keep the catalog; no organization has this id. */
export const REVIEW = 'review';

/** An organization's id or the review; null is the person's own context, undefined before one is chosen. */
type Context = string | null | undefined;

const ContextOfPage = createContext<Context>(undefined);

/** Pages without personal data: on them people stay in the context from which they came. */
const OF_NOBODY = /^\/(directory|offers|p|s)(\/|$)/;

/** Knows in whose context the page stands: its address says so, and where the address names none, the page before. */
export function ContextProvider({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [context, setContext] = useState<Context>(undefined);
  const named = OF_NOBODY.test(pathname) ? context : contextOf(pathname);
  if (named !== context) setContext(named);
  return <ContextOfPage.Provider value={named}>{children}</ContextOfPage.Provider>;
}

function contextOf(pathname: string): string | null {
  if (/^\/review(\/|$)/.test(pathname)) return REVIEW;
  return /^\/o\/([^/]+)/.exec(pathname)?.[1] ?? null;
}

/** The organization in whose context the page stands; null is the person's own, undefined is a page without a context that was opened first. */
export const useContextOrganizationId = (): Context => useContext(ContextOfPage);
