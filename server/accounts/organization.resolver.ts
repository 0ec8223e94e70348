import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { AccountsContext } from './accounts.open.js';
import { Organization } from './organization.entity.js';
import { planAt } from './plan.rules.js';
import { OrganizationPlan } from './plan.types.js';

/** What an organization's row does not say by itself. */
@Resolver(() => Organization)
export class OrganizationResolver {
  @FieldResolver(() => OrganizationPlan)
  plan(@Root() organization: Organization, @Ctx() { platform }: AccountsContext): OrganizationPlan {
    return planAt(organization, platform.clock.now());
  }
}
