import { Navigate } from 'react-router-dom';
import { Starting } from './Starting.js';
import { useSession } from './useSession.js';

/** The bare address: a company member starts in the first organization, everybody else at home. */
export function Landing() {
  const session = useSession();
  if (!session) return <Starting />;
  const [first] = session.memberships;
  return <Navigate to={first ? `/o/${first.organization.id}` : '/me'} replace />;
}
