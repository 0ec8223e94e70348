import { organizationChain, recordAudit } from '../../platform/audit/audit.js';
import { normalizeAccountDomain } from '../../platform/domain.rules.js';
import { once } from '../../platform/idempotency/idempotency.js';
import { newUuid, publicId } from '../../platform/ids.js';
import { operation } from '../../platform/operation.js';
import { Member, MemberRole } from '../member.entity.js';
import { lockPerson, ownerOf, personOf, refuseTooManyOwned } from '../members/index.js';
import { newChallenge, Organization } from '../organization.entity.js';
import type { CreateOrganizationInput } from '../organization.types.js';

export interface CreateOrganizationCall extends CreateOrganizationInput {
  idempotencyKey?: string | null;
}

/** Creates an organization; the person who creates it is its first owner. */
export const createOrganization = operation(
  { name: 'createOrganization', who: ['session'], writes: true, limit: 'workflow' },
  async function createOrganization(ctx, call: CreateOrganizationCall): Promise<Organization> {
    const person = personOf(ctx);
    const { idempotencyKey, ...body } = call;
    const id = await once(ctx, 'createOrganization', idempotencyKey, body, async (em) => {
      await lockPerson(em, ownerOf(ctx));
      const now = ctx.platform.clock.now();
      const uuid = newUuid();
      const organization = em.create(Organization, {
        id: publicId('org', uuid),
        name: body.name.trim(),
        domain: body.domain ? normalizeAccountDomain(body.domain) : null,
        domainChallenge: body.domain ? newChallenge() : null,
        domainVerifiedAt: null,
        createdAt: now,
      });
      await em.flush(); // the unit of work knows no order between tables without a relation
      em.create(Member, { organization, userId: person, role: MemberRole.owner, createdAt: now });
      await em.flush();
      await refuseTooManyOwned(em, person);
      await recordAudit(em, now, {
        chain: organizationChain(uuid),
        actor: person,
        action: 'organization.create',
        resource: 'organization',
        resourceId: organization.id,
        changes: { name: [null, organization.name], domain: [null, organization.domain] },
        requestId: ctx.requestId,
      });
      return organization.id;
    });
    return ctx.em.fork().findOneOrFail(Organization, { id });
  },
);
