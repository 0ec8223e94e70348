import type { ReceivedInvitation } from '../providers/generated/operations.js';

/** Who invites to what, in one sentence; the names are the ones that people gave. */
export const InvitationWords = ({ invitation }: { invitation: ReceivedInvitation }) => {
  const { inviterName, organizationName, role } = invitation;
  return (
    <>
      {inviterName ? <bdi>{inviterName}</bdi> : 'A reviewer'} invites you to join{' '}
      <strong>
        <bdi>{organizationName}</bdi>
      </strong>{' '}
      as {role}.
    </>
  );
};
