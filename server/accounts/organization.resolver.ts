import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Row } from '../platform/row.types.js';
import type { AccountsContext } from './accounts.context.js';
import { Organization } from './organization.entity.js';
import { planAt } from './plan.rules.js';
import { OrganizationPlan } from './plan.types.js';

/** The fields of an organization that are computed from its columns. */
@Resolver(() => Organization)
export class OrganizationResolver {
  @FieldResolver(() => Boolean)
  domainVerified(@Root() organization: Row<Organization>): boolean {
    return organization.domainVerifiedAt !== null;
  }

  @FieldResolver(() => OrganizationPlan)
  plan(@Root() organization: Row<Organization>, @Ctx() { platform }: AccountsContext): OrganizationPlan {
    return planAt(organization, platform.clock.now());
  }
}
