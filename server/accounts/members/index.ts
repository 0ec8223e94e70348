export { recordAction } from './action.record.js';
export { acceptInvitation } from './invitation.accept.js';
export { endInvitations } from './invitation.end.js';
export { listInvitations } from './invitation.list.js';
export { listReceivedInvitations, readInvitationLetter } from './invitation.read.js';
export { revokeInvitation } from './invitation.revoke.js';
export { sendInvitation } from './invitation.send.js';
export { changeMemberRole, removeMember } from './member.change.js';
export { inviteMember } from './member.invite.js';
export { listMembers } from './member.list.js';
export {
  actorOf,
  boundProjectOf,
  ownerOf,
  personOf,
  refuseTooManyOwned,
  requireMember,
  requireVerified,
  reviewerOf,
} from './member.require.js';
export {
  findActors,
  findActorsNamed,
  findKeyReaders,
  findMemberNames,
  lockPerson,
  readMemberships,
} from './person.query.js';
