import type { ReceivedInvitation } from '../providers/generated/operations.js';

/** The invitation in one sentence, with the names that people gave. */
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
