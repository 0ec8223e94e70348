import { DecisionButton } from '../components/DecisionButton.js';
import { endMemberSessions, type OrganizationSecurity } from '../providers/security.js';
import { useOrganization } from '../workspace/organization.js';
import { useSession } from '../workspace/useSession.js';

type Member = OrganizationSecurity['members'][number];

/** Ends every session of a colleague; one's own are on the profile, and an owner's are for owners. */
export function MemberSessionsButton({ member: { userId, name, role } }: { member: Member }) {
  const { organizationId, role: own } = useOrganization();
  const session = useSession();
  if (session?.person.id === userId || (role === 'owner' && own !== 'owner')) return null;
  return (
    <DecisionButton
      small
      label="End sessions"
      name={`End sessions of ${name}`}
      title={`End all sessions of ${name}`}
      consequences={[
        `${name} is signed out everywhere, in other organizations too, and signs in again.`,
        'A letter says so. Tokens and keys keep working.',
      ]}
      actionLabel="End all sessions"
      touches={[]}
      decide={() => endMemberSessions({ organizationId, userId })}
      done={`All sessions of ${name} have ended.`}
    />
  );
}
