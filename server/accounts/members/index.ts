export {
  acceptInvitation,
  inviteMember,
  listInvitations,
  listReceivedInvitations,
  readInvitationLetter,
  revokeInvitation,
} from './invitation.operations.js';
export { endRights, sendInvitation } from './invitation.query.js';
export { changeMemberRole, listMembers, removeMember } from './member.operations.js';
export {
  actorOf,
  boundProjectOf,
  isEnough,
  ownerOf,
  personOf,
  recordAction,
  refuseTooManyOwned,
  requireMember,
  requireVerified,
  reviewerOf,
} from './member.query.js';
export {
  findActors,
  findActorsNamed,
  findKeyReaders,
  findMember,
  findMemberNames,
  findMembers,
  lockPerson,
  type MemberTables,
  readMemberships,
} from './person.query.js';
