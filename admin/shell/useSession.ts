import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { type Membership, readSession, type Session, sessionKey } from '../providers/session.js';

/** How long the answer about who is signed in is believed without asking again. */
const FRESH_MS = 30_000;

/** Who is signed in; undefined until the first answer, null when nobody is. */
export function useSession(): Session | null | undefined {
  return useQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: FRESH_MS }).data;
}

/** The organization that the address names, if the person is a member of it; undefined otherwise. */
export function useContextMembership(): Membership | undefined {
  const session = useSession();
  const { pathname } = useLocation();
  const [, organizationId] = /^\/o\/([^/]+)/.exec(pathname) ?? [];
  return session?.memberships.find((one) => one.organization.id === organizationId);
}
