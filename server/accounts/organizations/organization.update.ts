import { LockMode, raw } from '@mikro-orm/core';
import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import { normalizeAccountDomain } from '../../platform/domain.rules.js';
import { Fault } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import type { AccountsContext } from '../accounts.open.js';
import { MemberRole } from '../member.entity.js';
import { personOf, requireMember } from '../members/index.js';
import { newChallenge, Organization } from '../organization.entity.js';
import type {
  DomainChallenge,
  OrganizationArgs,
  UpdateOrganizationInput,
  VerifyDomainInput,
} from '../organization.types.js';
import { Product } from '../product.entity.js';
import { requireDomainProof, textRecordName, wellKnownUrl } from './domain-proof.require.js';

/** Changes an organization's name or domain; a new domain is unverified until it answers the challenge, and none is none. */
export const updateOrganization = operation(
  { name: 'updateOrganization', who: ['session'], writes: true, limit: 'workflow' },
  async function updateOrganization(
    ctx: AccountsContext,
    { organizationId, name, domain }: UpdateOrganizationInput,
  ): Promise<Organization> {
    await requireMember(ctx, organizationId, MemberRole.admin);
    const updated = await ctx.em.transactional(async (em) => {
      const organization = await em.findOneOrFail(
        Organization,
        { id: organizationId },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      const changes: Record<string, [unknown, unknown]> = {};
      const wanted = domain === undefined ? organization.domain : domain && normalizeAccountDomain(domain);
      if (name && name.trim() !== organization.name) changes.name = [organization.name, name.trim()];
      if (wanted !== organization.domain) changes.domain = [organization.domain, wanted];
      if (Object.keys(changes).length === 0) return organization;
      if (name) organization.name = name.trim();
      if (changes.domain)
        Object.assign(organization, {
          domain: wanted,
          domainChallenge: wanted && newChallenge(),
          domainVerifiedAt: null,
        });
      await em.flush();
      // What gateways remember of its keys holds the domain: a new version of the products has them read it again.
      if (changes.domain)
        await em.nativeUpdate(Product, { organization: organizationId }, { version: raw('version + 1') });
      await recordAudit(em, ctx.platform.clock.now(), {
        chain: organizationChain(organizationId),
        actor: personOf(ctx),
        action: 'organization.update',
        resource: 'organization',
        resourceId: organizationId,
        changes,
        requestId: ctx.requestId,
      });
      return organization;
    });
    ctx.parts.principals.forgetOrganization(uuidOf('org', organizationId) ?? '');
    return updated;
  },
);

/** What to publish so that the organization's domain can be verified; null without a domain. */
export const readDomainChallenge = operation(
  { name: 'domainChallenge', who: ['session'], limit: 'workflow' },
  async function domainChallenge(
    ctx: AccountsContext,
    { organizationId }: OrganizationArgs,
  ): Promise<DomainChallenge | null> {
    await requireMember(ctx, organizationId, MemberRole.admin);
    const { domain, domainChallenge } = await ctx.em.findOneOrFail(Organization, { id: organizationId });
    if (!domain || !domainChallenge) return null;
    return { url: wellKnownUrl(domain), textRecord: textRecordName(domain), content: domainChallenge };
  },
);

/** Fetches the challenge from the domain and, when it is there, marks the domain as verified. The fetch is over before the transaction begins. */
export const verifyDomain = operation(
  { name: 'verifyDomain', who: ['session'], writes: true, limit: 'credential' },
  async function verifyDomain(ctx: AccountsContext, { organizationId }: VerifyDomainInput): Promise<Organization> {
    await requireMember(ctx, organizationId, MemberRole.admin);
    const { domain, domainChallenge } = await ctx.em.findOneOrFail(Organization, { id: organizationId });
    if (!domain || !domainChallenge) throw new Fault('STATE_CONFLICT', { say: 'Set a domain first.' });
    await requireDomainProof(ctx.platform.config, domain, domainChallenge);
    return ctx.em.fork().transactional(async (em) => {
      const organization = await em.findOneOrFail(
        Organization,
        { id: organizationId },
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
      );
      if (organization.domain !== domain || organization.domainChallenge !== domainChallenge)
        throw new Fault('STATE_CONFLICT', { say: 'The domain was changed meanwhile.' });
      if (organization.domainVerifiedAt) return organization;
      organization.domainVerifiedAt = ctx.platform.clock.now();
      await em.flush();
      await recordAudit(em, organization.domainVerifiedAt, {
        chain: organizationChain(organizationId),
        actor: personOf(ctx),
        action: 'organization.verify_domain',
        resource: 'organization',
        resourceId: organizationId,
        changes: { domainVerifiedAt: [null, organization.domainVerifiedAt.toISOString()] },
        requestId: ctx.requestId,
      });
      return organization;
    });
  },
);
