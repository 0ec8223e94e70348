import {
  bind,
  type Listing,
  type Methods,
  type MutationParams,
  nextPage,
  page,
  present,
  type QueryParams,
} from './binding.js';
import * as schema from './generated/operations.js';

/** Invitations into organizations: sent and revoked by its owners and admins, accepted (`update`) by the person who got the letter. */
export const invitationsTable: Record<string, Methods> = {
  invitations: {
    getList: bind(
      schema.ListInvitations,
      (listing: Listing<schema.ListInvitationsVariables>) => page<schema.ListInvitationsVariables>(listing),
      ({ invitations }) => nextPage(invitations.items, invitations.nextCursor),
    ),
    create: bind(
      schema.InviteMember,
      ({ data }: MutationParams<schema.InviteMemberInput>) => ({ input: data }),
      (answer) => ({ data: present(answer.inviteMember) }),
    ),
    update: bind(
      schema.AcceptInvitation,
      ({ id }: QueryParams) => ({ input: { invitationId: String(id) } }),
      (answer, { id }) => ({ data: { id, organizationId: present(answer.acceptInvitation).id } }),
    ),
    delete: bind(
      schema.RevokeInvitation,
      ({ id, previousData }: QueryParams & { readonly previousData?: { readonly organizationId: string } }) => ({
        input: { organizationId: previousData?.organizationId ?? '', invitationId: String(id) },
      }),
      (answer) => ({ data: present(answer.revokeInvitation) }),
    ),
  },
};
