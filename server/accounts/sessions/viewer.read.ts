import { readRows } from '../../platform/database/rows.read.js';
import { publicId, uuidOf } from '../../platform/ids.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import { MemberRole } from '../member.entity.js';
import { readMemberships, requireMember } from '../members/index.js';
import { Organization } from '../organization.entity.js';
import type { OrganizationArgs, Viewer } from '../organization.types.js';

/** Who the caller is, and in which organizations; anonymous callers learn that they are. */
export const readViewer = operation(
  { name: 'viewer', who: ANY_KIND, limit: 'public-read' },
  async function viewer(ctx, _input: Record<string, never>): Promise<Viewer> {
    const { principal } = ctx;
    const apiUrl = ctx.platform.config.baseUrl;
    if (principal.kind !== 'session') return { kind: principal.kind, apiUrl, user: null, memberships: [] };
    const { userId, email, name, emailVerified, reviewer } = principal;
    const memberships = await readMemberships(ctx.em, userId);
    return {
      kind: 'session',
      apiUrl,
      user: { id: publicId('usr', userId), email, name, emailVerified, reviewer },
      memberships,
    };
  },
);

/** One organization, for its members. */
export const readOrganization = operation(
  { name: 'organization', who: ['session'], limit: 'workflow' },
  async function organization(ctx, { organizationId }: OrganizationArgs): Promise<Organization> {
    await requireMember(ctx, organizationId, MemberRole.member);
    const [organization] = await readRows(ctx.em, Organization, (of) =>
      of.where('id', '=', uuidOf('org', organizationId) ?? ''),
    );
    if (!organization) throw new Error(`the organization ${organizationId} of a member is gone`);
    return organization;
  },
);
