import { Empty } from '../components/Empty.js';
import { LoadMoreButton } from '../components/LoadMoreButton.js';
import { Section } from '../components/Page.js';
import { QueryState } from '../components/QueryState.js';
import { type Column, Rows } from '../components/Rows.js';
import { TimeAgo } from '../components/TimeAgo.js';
import { TimeUntil } from '../components/TimeUntil.js';
import { useInfiniteList } from '../components/useInfiniteList.js';
import type { Invitation } from '../providers/generated/operations.js';
import { useOrganization } from '../shell/organization.js';
import { InvitationRevokeButton } from './InvitationRevokeButton.js';

const SHOWN = 20;

/** The invitations that can still be accepted, for those who may send one. */
export function InvitationList() {
  const { organizationId } = useOrganization();
  const invitations = useInfiniteList<Invitation>('invitations', { organizationId, open: true }, { perPage: SHOWN });
  return (
    <Section title="Open invitations">
      <QueryState query={invitations} what="invitations">
        {(items) =>
          items.length ? (
            <Rows caption="Open invitations" rows={items} keyOf={({ id }) => id} columns={COLUMNS} />
          ) : (
            <Empty>No invitations. An invitation stays here until it is accepted, revoked or 7 days old.</Empty>
          )
        }
      </QueryState>
      <LoadMoreButton list={invitations} />
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
