import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { MemberRole, personOf, requireMember } from '../accounts/index.js';
import { organizationChain, recordAudit } from '../platform/audit/audit.js';
import { IsDomain, IsId } from '../platform/constraints.js';
import { normalizeDomain } from '../platform/domain.rules.js';
import { uuidOf } from '../platform/ids.js';
import { operation } from '../platform/operation.js';

@InputType()
export class DeclareAccountInput {
  @Field(() => ID)
  @IsId('org')
  organizationId: string;

  @Field(() => String, { description: 'Domain of a customer, such as customer.example.' })
  @IsDomain()
  domain: string;
}

@ObjectType({ description: 'A customer account that events are matched to by their account_domain.' })
export class CustomerAccount {
  @Field(() => String)
  domain: string;

  @Field(() => Date, { nullable: true })
  declaredAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'Null until an event of this account was folded.' })
  firstEventAt: Date | null;
}

/** Declares a customer account, so that a dry-run answers `matched` for its domain. Repeating it changes nothing. */
export const declareAccount = operation(
  { name: 'declareAccount', who: ['session'], writes: true, limit: 'workflow' },
  async (ctx, { organizationId, domain }: DeclareAccountInput): Promise<CustomerAccount> => {
    await requireMember(ctx, organizationId, MemberRole.admin);
    const own = [uuidOf('org', organizationId) ?? '', normalizeDomain(domain) ?? ''] as const;
    return ctx.em.transactional(async (em) => {
      const now = ctx.platform.clock.now();
      const declared = await em.execute<unknown[]>(
        `insert into customer_account as a (organization_id, domain, declared_at) values (?, ?, ?)
         on conflict (organization_id, domain) do update set declared_at = excluded.declared_at where a.declared_at is null returning 1`,
        [...own, now],
      );
      if (declared.length)
        await recordAudit(em, now, {
          chain: organizationChain(own[0]),
          actor: personOf(ctx),
          action: 'account.declare',
          resource: 'customer_account',
          resourceId: own[1],
          changes: { declaredAt: [null, now.toISOString()] },
          requestId: ctx.requestId,
        });
      const rows = await em.execute<{ declared_at: Date; first_event_at: Date | null }[]>(
        'select declared_at, first_event_at from customer_account where organization_id = ? and domain = ?',
        [...own],
      );
      const row = rows[0];
      return {
        domain: own[1],
        declaredAt: row ? new Date(row.declared_at) : null,
        firstEventAt: row?.first_event_at ? new Date(row.first_event_at) : null,
      };
    });
  },
);
