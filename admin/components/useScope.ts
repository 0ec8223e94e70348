import { createContext, useContext } from 'react';
import type { Scope } from '../providers/records.js';

/** Set by the section of an organization; everything else is the person's own. */
export const ScopeContext = createContext<Scope>({});

/**
 * The owner of the page's records, as its address says. It goes along as `meta` with every question of react-admin's hooks, so that one
 * organization's answer is never another's, and no screen hands an organization on by itself.
 */
export const useScope = (): Scope => useContext(ScopeContext);

/** The key under which a list of this scope is remembered. */
export const listKeyOf = (resource: string, { organizationId, importId }: Scope): string =>
  [resource, organizationId, importId, 'listParams'].filter(Boolean).join('.');
