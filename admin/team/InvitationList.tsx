import { Answered } from '../pieces/Answered.js';
import { Empty } from '../pieces/Empty.js';
import { MoreButton } from '../pieces/MoreButton.js';
import { Section } from '../pieces/Page.js';
import { type Column, Rows } from '../pieces/Rows.js';
import { TimeAgo } from '../pieces/TimeAgo.js';
import { TimeUntil } from '../pieces/TimeUntil.js';
import { useMore } from '../pieces/useMore.js';
import type { Invitation } from '../providers/schema.js';
import { useOrganization } from '../shell/organization.js';
import { InvitationRevokeButton } from './InvitationRevokeButton.js';

const SHOWN = 20;

/** The invitations that can still be accepted, for those who may send one. */
export function InvitationList() {
  const { organizationId } = useOrganization();
  const invitations = useMore<Invitation>('invitations', { organizationId, open: true }, { perPage: SHOWN });
  return (
    <Section title="Open invitations">
      <Answered query={invitations} what="invitations">
        {(items) =>
          items.length ? (
            <Rows caption="Open invitations" rows={items} keyOf={({ id }) => id} columns={COLUMNS} />
          ) : (
            <Empty>Nobody is invited. An invitation stands here until it is accepted, revoked or 7 days old.</Empty>
          )
        }
      </Answered>
      <MoreButton list={invitations} />
    </Section>
  );
}

const COLUMNS: Column<Invitation>[] = [
  { label: 'E-mail', cell: ({ email }) => email },
  { label: 'Role', cell: ({ role }) => role },
  { label: 'Sent', cell: ({ createdAt }) => <TimeAgo at={createdAt} />, numeric: true },
  { label: 'Expires', cell: ({ expiresAt }) => <TimeUntil at={expiresAt} />, numeric: true },
  { label: 'Actions', cell: (invitation) => <InvitationRevokeButton invitation={invitation} />, unnamed: true },
];
