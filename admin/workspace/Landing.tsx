import { Navigate } from 'react-router-dom';
import { Starting } from './Starting.js';
import { QUEUE } from './sections.js';
import { useSession } from './useSession.js';

/** The bare address: a company member starts in the first organization, a reviewer in the queue, everyone else at home. */
export function Landing() {
  const session = useSession();
  if (!session) return <Starting />;
  const [first] = session.memberships;
  if (first) return <Navigate to={`/o/${first.organization.id}`} replace />;
  return <Navigate to={session.person.reviewer ? QUEUE : '/me'} replace />;
}
