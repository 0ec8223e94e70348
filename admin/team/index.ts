import InvitationsIcon from '@mui/icons-material/MailOutlined';
import TeamIcon from '@mui/icons-material/PeopleAltOutlined';
import type { Invitation, ListMembersAnswer } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { InvitationList } from './InvitationList.js';
import { MemberList } from './MemberList.js';

/** The people of an organization. */
export const members: ResourcePages = {
  name: 'members',
  icon: TeamIcon,
  list: MemberList,
  recordRepresentation: ({ name }: ListMembersAnswer['members'][number]) => name,
};

/** The people who were invited into it. */
export const invitations: ResourcePages = {
  name: 'invitations',
  icon: InvitationsIcon,
  list: InvitationList,
  recordRepresentation: ({ email }: Invitation) => email,
};
