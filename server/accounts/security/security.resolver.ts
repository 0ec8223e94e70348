import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { AccountsContext } from '../accounts.context.js';
import { OrganizationArgs } from '../organization.types.js';
import { readOrganizationSecurity, setSecondFactorPolicy } from './policy.operations.js';
import * as types from './security.types.js';

/** Binds the operations on how an organization's people sign in to the schema. */
@Resolver()
export class SecurityResolver {
  @Query(() => types.OrganizationSecurity, {
    description: 'How the people of an organization sign in, for its admins.',
  })
  organizationSecurity(
    @Args(() => OrganizationArgs) args: OrganizationArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<types.OrganizationSecurity> {
    return readOrganizationSecurity(ctx, args);
  }

  @Mutation(() => types.SecondFactorPolicyAnswer, {
    nullable: true,
    description: 'Sets of whom an organization requires a second factor; for owners.',
  })
  setSecondFactorPolicy(
    @Arg('input', () => types.SetSecondFactorPolicyInput) input: types.SetSecondFactorPolicyInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<types.SecondFactorPolicyAnswer> {
    return setSecondFactorPolicy(ctx, input);
  }
}
