import { createContext, useContext, useMemo } from 'react';
import { BasenameContextProvider } from 'react-admin';
import { Outlet, useParams } from 'react-router-dom';
import { ScopeContext } from '../components/useScope.js';
import { Waiting } from '../components/Waiting.js';
import type { Membership } from '../providers/session.js';
import { NotFound } from './NotFound.js';
import { useSession } from './useSession.js';

const OrganizationContext = createContext<Membership | null>(null);

/** Lets the company's pages in when the address names an organization of this person; any other doesn't exist for them. */
export function OrganizationRoutes() {
  const { organizationId } = useParams();
  const session = useSession();
  const scope = useMemo(() => (organizationId ? { organizationId } : {}), [organizationId]);
  if (session === undefined) return <Waiting what="organization" />;
  const membership = session?.memberships.find((one) => one.organization.id === organizationId);
  if (!membership) return <NotFound />;
  return (
    <OrganizationContext.Provider key={organizationId} value={membership}>
      <ScopeContext.Provider value={scope}>
        <BasenameContextProvider basename={`/o/${organizationId}`}>
          <Outlet />
        </BasenameContextProvider>
      </ScopeContext.Provider>
    </OrganizationContext.Provider>
  );
}

/** The organization whose pages these are, with the person's role in it. */
export function useOrganization() {
  const membership = useContext(OrganizationContext);
  if (!membership) throw new Error('this page stands outside an organization');
  const { organization, role } = membership;
  return { organization, role, organizationId: organization.id, to: (path: string) => `/o/${organization.id}${path}` };
}
