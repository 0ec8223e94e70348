import { useQuery } from '@tanstack/react-query';
import { sessionKey } from '../providers/query-client.js';
import { type Membership, readSession, type Session } from '../providers/session.js';
import { REVIEW, useContextOrganizationId } from './context.js';

/** How long the answer about who is signed in is believed without asking again. */
const FRESH_MS = 30_000;

/** The signed-in person; undefined until the first answer, null when signed out. */
export function useSession(): Session | null | undefined {
  return useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: FRESH_MS }).data;
}

/** The organization in whose context the page stands; undefined is the person's own. Where people begin is the first one. */
export function useContextMembership(): Membership | undefined {
  const session = useSession();
  const organizationId = useContextOrganizationId();
  if (organizationId === undefined) return session?.memberships[0];
  return session?.memberships.find((one) => one.organization.id === organizationId);
}

/** True while a reviewer is in the context in which the catalog is kept. */
export function useReviewing(): boolean {
  const session = useSession();
  const context = useContextOrganizationId();
  return context === REVIEW && session?.person.reviewer === true;
}
