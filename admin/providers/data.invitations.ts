import { type Act, door, type Listing, type Look, type Methods, page, part, present } from './binding.js';
import * as schema from './schema.js';

/** Invitations into organizations: sent and revoked by its owners and admins, accepted (`update`) by the person who got the letter. */
export const invitationsTable: Record<string, Methods> = {
  invitations: {
    getList: door(
      schema.ListInvitations,
      (listing: Listing<schema.ListInvitationsVariables>) => page<schema.ListInvitationsVariables>(listing),
      ({ invitations }) => part(invitations.items, invitations.nextCursor),
    ),
    create: door(
      schema.InviteMember,
      ({ data }: Act<schema.InviteMemberInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.inviteMember) }),
    ),
    update: door(
      schema.AcceptInvitation,
      ({ id }: Look) => ({ input: { invitationId: String(id) } }),
      (answer, { id }) => ({ data: { id, organizationId: present(answer.acceptInvitation).id } }),
    ),
    delete: door(
      schema.RevokeInvitation,
      ({ id, previousData }: Look & { readonly previousData?: { readonly organizationId: string } }) => ({
        input: { organizationId: previousData?.organizationId ?? '', invitationId: String(id) },
      }),
      (answer) => ({ data: present(answer.revokeInvitation) }),
    ),
  },
};
