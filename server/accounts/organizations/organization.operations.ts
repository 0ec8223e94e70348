import { raw } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.js';
import { ANY_KIND } from '../../platform/context.js';
import { normalizeAccountDomain } from '../../platform/domain.rules.js';
import { Fault } from '../../platform/fault.js';
import { once } from '../../platform/idempotency/idempotency.js';
import { newUuid, publicId, storedUuid } from '../../platform/ids.js';
import { mustEnroll, operation, requireProof } from '../../platform/operation.js';
import { type SortedListOf, sortedPage } from '../../platform/paging/sorted.page.js';
import type { Row } from '../../platform/row.types.js';
import type { AccountsContext } from '../accounts.context.js';
import { Member, MemberRole } from '../member.entity.js';
import {
  lockPerson,
  ownerOf,
  readMemberships,
  refuseTooManyOwned,
  requireMember,
  reviewerOf,
} from '../members/index.js';
import { newChallenge, Organization } from '../organization.entity.js';
import {
  type CreateOrganizationInput,
  type DomainChallenge,
  type OrganizationArgs,
  type OrganizationList,
  organizationSorts,
  type ReviewerOrganizationsArgs,
  type UpdateOrganizationInput,
  type VerifyDomainInput,
  type Viewer,
} from '../organization.types.js';
import { Product } from '../product.entity.js';
import { requireDomainProof, textRecordName, wellKnownUrl } from './domain-proof.client.js';
import { findOrganization, lockOwn, readOrganizations, recordOrganizationChange } from './organization.query.js';

/** The caller with their organizations; an anonymous caller learns that they are anonymous. */
export const readViewer = operation(
  { name: 'viewer', who: ANY_KIND, limit: 'public-read' },
  async function viewer(ctx, _input: Record<string, never>): Promise<Viewer> {
    const { principal } = ctx;
    const apiUrl = ctx.platform.config.baseUrl;
    if (principal.kind !== 'session')
      return { kind: principal.kind, apiUrl, user: null, enrollBy: null, mustEnroll: false, memberships: [] };
    const { userId: id, email, name, emailVerified, reviewer, enrollBy } = principal;
    const isBlocked = mustEnroll(principal, ctx.platform.clock.now());
    const memberships = isBlocked ? [] : await readMemberships(ctx.em, id);
    const user = { id, email, name, emailVerified, reviewer };
    return { kind: 'session', apiUrl, user, enrollBy, mustEnroll: isBlocked, memberships };
  },
);

/** One organization, for its members. */
export const readOrganization = operation(
  { name: 'organization', who: ['session'], limit: 'workflow' },
  async function organization(ctx, { organizationId }: OrganizationArgs): Promise<Row<Organization>> {
    await requireMember(ctx, organizationId, MemberRole.reader);
    return requireOrganization(ctx.em, organizationId);
  },
);

async function requireOrganization(em: EntityManager, id: string): Promise<Row<Organization>> {
  const organization = await findOrganization(em, id);
  if (!organization) throw new Error(`the organization ${id} of a member is gone`);
  return organization;
}

const LIST: SortedListOf<typeof organizationSorts> = {
  name: 'reviewerOrganizations',
  sorts: organizationSorts,
  tie: { by: sql`t.id`, type: 'uuid' },
  by: { name: { by: sql`lower(t.name)`, type: 'text' }, created: { by: sql`t.created_at`, type: 'time' } },
  naming: [sql`t.name`, sql`t.domain`],
};

/** Organizations by name or domain, for reviewers, who choose the one that decides about claims on an offer. */
export const listReviewerOrganizations = operation(
  { name: 'reviewerOrganizations', who: ['session'], limit: 'workflow' },
  async function reviewerOrganizations(ctx, args: ReviewerOrganizationsArgs): Promise<OrganizationList> {
    reviewerOf(ctx);
    const { organizationId } = args;
    const page = sortedPage(LIST, args);
    const rows = await readOrganizations(ctx.em, (of) =>
      page.narrow(organizationId ? of.where('t.id', '=', organizationId) : of),
    );
    return page.cut(rows);
  },
);

export interface CreateOrganizationCall extends CreateOrganizationInput {
  idempotencyKey?: string | null;
}

/** Creates an organization; the person who creates it is its first owner. */
export const createOrganization = operation(
  { name: 'createOrganization', who: ['session'], writes: true, limit: 'workflow' },
  async function createOrganization(
    ctx,
    { idempotencyKey, ...body }: CreateOrganizationCall,
  ): Promise<Row<Organization>> {
    const stored = await once(ctx, 'createOrganization', idempotencyKey, body, (em) =>
      insertOrganization(ctx, em, body),
    );
    return requireOrganization(ctx.em, storedUuid('org', stored));
  },
);

/** Answers the public id: the stored answer of an idempotency key has this form. */
async function insertOrganization(
  ctx: RequestContext,
  em: EntityManager,
  { name, domain }: CreateOrganizationInput,
): Promise<string> {
  const userId = ownerOf(ctx);
  await lockPerson(em, userId);
  const now = ctx.platform.clock.now();
  const organization = em.create(Organization, {
    id: newUuid(),
    name: name.trim(),
    domain: domain ? normalizeAccountDomain(domain) : null,
    domainChallenge: domain ? newChallenge() : null,
    domainVerifiedAt: null,
    createdAt: now,
  });
  em.create(Member, { organization, userId, role: MemberRole.owner, createdAt: now });
  await em.flush();
  await refuseTooManyOwned(em, userId);
  await recordOrganizationChange(ctx, em, {
    action: 'organization.create',
    organizationId: organization.id,
    changes: { name: [null, organization.name], domain: [null, organization.domain] },
  });
  return publicId('org', organization.id);
}

/** Changes an organization's name or domain. A new domain is unverified until it answers the challenge; a domain can also be taken away. */
export const updateOrganization = operation(
  { name: 'updateOrganization', who: ['session'], writes: true, limit: 'workflow' },
  async function updateOrganization(
    ctx: AccountsContext,
    { organizationId, name, domain }: UpdateOrganizationInput,
  ): Promise<Organization> {
    await requireMember(ctx, organizationId, MemberRole.admin);
    const updated = await ctx.em.transactional(async (em) => {
      const organization = await lockOwn(em, organizationId);
      const changes: Record<string, [unknown, unknown]> = {};
      const wanted = domain === undefined ? organization.domain : domain && normalizeAccountDomain(domain);
      if (name && name.trim() !== organization.name) changes.name = [organization.name, name.trim()];
      if (wanted !== organization.domain) changes.domain = [organization.domain, wanted];
      if (Object.keys(changes).length === 0) return organization;
      if (changes.domain) requireProof(ctx);
      if (name) organization.name = name.trim();
      if (changes.domain)
        Object.assign(organization, {
          domain: wanted,
          domainChallenge: wanted && newChallenge(),
          domainVerifiedAt: null,
        });
      await em.flush();
      if (changes.domain) await renewBindings(em, organizationId);
      await recordOrganizationChange(ctx, em, { action: 'organization.update', organizationId, changes });
      return organization;
    });
    ctx.parts.principals.forgetOrganization(organizationId);
    return updated;
  },
);

/** Gateways remember the domain with each key's product: a new version of the products has them read it again. */
const renewBindings = (em: EntityManager, organization: string): Promise<unknown> =>
  em.nativeUpdate(Product, { organization }, { version: raw('version + 1') });

/** The text to publish so that the organization's domain can be verified; null without a domain. */
export const readDomainChallenge = operation(
  { name: 'domainChallenge', who: ['session'], limit: 'workflow' },
  async function domainChallenge(
    ctx: AccountsContext,
    { organizationId }: OrganizationArgs,
  ): Promise<DomainChallenge | null> {
    await requireMember(ctx, organizationId, MemberRole.admin);
    const { domain, domainChallenge } = await requireOrganization(ctx.em, organizationId);
    if (!domain || !domainChallenge) return null;
    return { url: wellKnownUrl(domain), textRecord: textRecordName(domain), content: domainChallenge };
  },
);

/** Fetches the challenge from the domain and, when it is there, marks the domain as verified. The fetch is over before the transaction begins. */
export const verifyDomain = operation(
  { name: 'verifyDomain', who: ['session'], writes: true, limit: 'credential' },
  async function verifyDomain(ctx: AccountsContext, { organizationId }: VerifyDomainInput): Promise<Organization> {
    await requireMember(ctx, organizationId, MemberRole.admin);
    const { domain, domainChallenge } = await requireOrganization(ctx.em, organizationId);
    if (!domain || !domainChallenge) throw new Fault('STATE_CONFLICT', { say: 'Set a domain first.' });
    await requireDomainProof(ctx.platform.config, domain, domainChallenge);
    return ctx.em.transactional(async (em) => {
      const organization = await lockOwn(em, organizationId);
      if (organization.domain !== domain || organization.domainChallenge !== domainChallenge)
        throw new Fault('STATE_CONFLICT', { say: 'The domain was changed meanwhile.' });
      if (organization.domainVerifiedAt) return organization;
      const now = ctx.platform.clock.now();
      organization.domainVerifiedAt = now;
      await em.flush();
      await recordOrganizationChange(ctx, em, {
        action: 'organization.verify_domain',
        organizationId,
        changes: { domainVerifiedAt: [null, now.toISOString()] },
      });
      return organization;
    });
  },
);
