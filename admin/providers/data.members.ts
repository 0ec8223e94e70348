import { type Methods, present } from './binding.js';
import * as schema from './generated/operations.js';
import { askedOf, listBy, wholeBy } from './records.js';
import { ask } from './request.js';

/** Shows accepted, expired and revoked invitations beside those that can still be accepted. */
export const ALL_INVITATIONS = 'all';

/** The people of an organization, and those who were invited into it. */
export const memberRecords: Record<string, Methods> = {
  members: {
    getList: wholeBy(
      async ({ organizationId = '' }, signal) => {
        const { members } = await ask(schema.ListMembers, { organizationId }, signal);
        return members.map((one) => ({ ...one, id: one.userId }));
      },
      {
        search: ({ name, email }) => `${name} ${email}`,
        matches: (member, { role }) => !role || member.role === role,
        orders: {
          name: ({ name }) => name,
          email: ({ email }) => email,
          role: ({ role }) => role,
          joined: ({ since }) => since,
        },
      },
    ),
  },
  invitations: {
    getList: listBy(
      schema.ListInvitations,
      (question) => {
        const { q, sort, limit, cursor } = askedOf(question);
        const organizationId = question.scope.organizationId ?? '';
        return { organizationId, open: question.filter.state !== ALL_INVITATIONS, q, sort, limit, cursor };
      },
      ({ invitations }) => invitations,
    ),
  },
};

/** The acts on members and invitations. */
export const memberDecisions = {
  changeMemberRole: async (input: schema.ChangeMemberRoleInput) =>
    present((await ask(schema.ChangeMemberRole, { input })).changeMemberRole),
  removeMember: async (input: schema.RemoveMemberInput) =>
    present((await ask(schema.RemoveMember, { input })).removeMember),
  inviteMember: async (input: schema.InviteMemberInput) =>
    present((await ask(schema.InviteMember, { input })).inviteMember),
  revokeInvitation: async (input: schema.RevokeInvitationInput) =>
    present((await ask(schema.RevokeInvitation, { input })).revokeInvitation),
  readInvitationLetter: async (invitationId: string, key: string) =>
    (await ask(schema.ReadInvitationLetter, { invitationId, key })).invitationLetter,
  listReceivedInvitations: async () => (await ask(schema.ListReceivedInvitations, {})).myInvitations,
  acceptInvitation: async (invitationId: string) =>
    present((await ask(schema.AcceptInvitation, { input: { invitationId } })).acceptInvitation),
};
