import { Field, ID, InputType } from 'type-graphql';
import { findVendor, MemberRole, personOf, requireMember } from '../accounts/index.js';
import { organizationChain, recordAudit } from '../platform/audit/audit.js';
import { IsDomain } from '../platform/constraints.js';
import { selectRows } from '../platform/database/kysely.js';
import { normalizeAccountDomain, registeredDomain } from '../platform/domain.rules.js';
import { type FieldProblem, invalid } from '../platform/fault.js';
import { isFreeMail } from '../platform/free-mail.rules.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { refuseBeyond } from '../platform/limits/entry-limits.js';
import { operation } from '../platform/operation.js';
import type { Row } from '../platform/row.types.js';
import { CustomerAccount } from './fold.entity.js';

@InputType({ description: 'Declares one customer account of an organization.' })
export class DeclareAccountInput {
  @Field(() => ID, { description: 'Organization to act for; the caller is a member of it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, {
    description:
      'Domain of a customer, such as customer.example; the account of a subdomain is the domain that was registered.',
  })
  @IsDomain()
  domain: string;
}

const FREE_MAIL: FieldProblem = {
  pointer: '/domain',
  code: 'free_mail',
  detail: 'is the domain of a mail service for everyone, which is no account',
};

const OWN_DOMAIN: FieldProblem = {
  pointer: '/domain',
  code: 'vendor_own_domain',
  detail: 'is the organization’s own domain, which is kept out of every cohort and is no account of a customer',
};

/** Declares a customer account, so that a dry-run answers `matched` for its domain. Repeating it changes nothing. */
export const declareAccount = operation(
  { name: 'declareAccount', who: ['session'], writes: true, limit: 'workflow' },
  async function declareAccount(
    ctx,
    { organizationId, domain: given }: DeclareAccountInput,
  ): Promise<Row<CustomerAccount>> {
    await requireMember(ctx, organizationId, MemberRole.admin);
    const domain = registeredDomain(normalizeAccountDomain(given) ?? '') ?? '';
    if (isFreeMail(domain)) throw invalid([FREE_MAIL]);
    const vendor = await findVendor(ctx.em, organizationId);
    if (vendor?.domain && registeredDomain(vendor.domain) === domain) throw invalid([OWN_DOMAIN]);
    return ctx.em.transactional(async (em) => {
      const now = ctx.platform.clock.now();
      const declared = await em
        .qb(CustomerAccount)
        .insert({ organizationId, domain, declaredAt: now })
        .onConflict(['organizationId', 'domain'])
        .merge(['declaredAt'])
        .where({ declaredAt: null })
        .returning('domain')
        .execute('all');
      if (declared.length) {
        await recordAudit(em, now, {
          chain: organizationChain(organizationId),
          actor: personOf(ctx),
          action: 'account.declare',
          resource: 'customer_account',
          resourceId: domain,
          changes: { declaredAt: [null, now.toISOString()] },
          requestId: ctx.requestId,
        });
        refuseBeyond('accounts', await em.count(CustomerAccount, { organizationId, declaredAt: { $ne: null } }));
      }
      return selectRows(em, CustomerAccount)
        .where('t.organization_id', '=', organizationId)
        .where('t.domain', '=', domain)
        .executeTakeFirstOrThrow();
    });
  },
);
