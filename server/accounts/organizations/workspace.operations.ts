import type { EntityManager } from '@mikro-orm/postgresql';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import type { RequestContext } from '../../platform/context.js';
import { storedEmail } from '../../platform/email.rules.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { Invitation, MemberRole } from '../member.entity.js';
import { ownerOf, personOf, sendInvitation } from '../members/index.js';
import { Organization } from '../organization.entity.js';
import { Product, ProductName, type ProductType } from '../product.entity.js';

const INVITATION_DAYS = 30;
const DAY_MS = 86_400_000;

/** A workspace as a review approved it. */
export interface NewWorkspace {
  readonly name: string;
  readonly domain: string;
  /** The text that the domain publishes, and when we saw it. */
  readonly domainChallenge: string;
  readonly domainVerifiedAt: Date | null;
  readonly product: { readonly productId: string; readonly name: string; readonly type: ProductType };
  /** The address that is invited as owner. */
  readonly ownerEmail: string;
}

/** The ids of the new records. */
export interface ProvisionedWorkspace {
  readonly organizationId: string;
  readonly productUuid: string;
  readonly invitationId: string;
}

/**
 * Creates an organization with its product and the invitation of its first owner, in the transaction of the approval; its audit log begins
 * with the reviewer who did it. The reviewer is no member, so the invitation is the review's and not theirs.
 */
export async function provisionWorkspace(
  ctx: RequestContext,
  em: EntityManager,
  at: Date,
  workspace: NewWorkspace,
): Promise<ProvisionedWorkspace> {
  const { name, domain, domainChallenge, domainVerifiedAt, product, ownerEmail } = workspace;
  const organization = em.create(Organization, {
    id: newUuid(),
    name,
    domain,
    domainChallenge,
    domainVerifiedAt,
    createdAt: at,
  });
  const created = em.create(Product, { organization, id: newUuid(), ...product, version: 1 });
  const invitation = em.create(Invitation, {
    id: newUuid(),
    organization,
    email: storedEmail(ownerEmail),
    role: MemberRole.owner,
    invitedBy: ownerOf(ctx),
    grantedBy: 'review',
    createdAt: at,
    expiresAt: new Date(at.getTime() + INVITATION_DAYS * DAY_MS),
    acceptedAt: null,
    revokedAt: null,
  });
  await em.flush(); // the name refers to the product by columns that no relation writes
  em.create(ProductName, { organizationId: organization.id, name: product.productId, productUuid: created.id });
  await sendInvitation(em, ctx.platform, name, invitation);
  await recordAudit(em, at, {
    chain: organizationChain(organization.id),
    actor: personOf(ctx),
    action: 'organization.create',
    resource: 'organization',
    resourceId: publicId('org', organization.id),
    changes: {
      name: [null, name],
      domain: [null, domain],
      domainVerifiedAt: [null, domainVerifiedAt?.toISOString() ?? null],
      productId: [null, product.productId],
      invited: [null, invitation.email],
    },
    requestId: ctx.requestId,
  });
  return { organizationId: organization.id, productUuid: created.id, invitationId: invitation.id };
}
