import { Navigate } from 'react-router-dom';
import { useReceivedInvitations } from '../team/useInvitation.js';
import { Starting } from './Starting.js';
import { QUEUE } from './sections.js';
import { useSession } from './useSession.js';

/**
 * The bare address: a company member starts in the first organization, a reviewer in the queue, everyone else at home, or at an invitation
 * that waits for them: the link that verifies an address leads here.
 */
export function Landing() {
  const session = useSession();
  const alone = session?.memberships.length === 0;
  const received = useReceivedInvitations(alone);
  if (!session || (alone && received.isPending)) return <Starting />;
  const [first] = session.memberships;
  if (first) return <Navigate to={`/o/${first.organization.id}`} replace />;
  const [invitation] = received.data ?? [];
  if (invitation) return <Navigate to={`/invitations/${invitation.id}`} replace />;
  return <Navigate to={session.person.reviewer ? QUEUE : '/me'} replace />;
}
