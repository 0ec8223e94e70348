import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { AccountsContext } from '../accounts.open.js';
import { createEnterpriseKey, listEnterpriseKeys, revokeEnterpriseKey } from './enterprise-key.operations.js';
import * as keys from './enterprise-key.types.js';

/** Binds the operations on agent keys to the schema. */
@Resolver()
export class EnterpriseKeyResolver {
  @Query(() => keys.EnterpriseKeyList)
  enterpriseKeys(
    @Args(() => keys.EnterpriseKeysArgs) args: keys.EnterpriseKeysArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<keys.EnterpriseKeyList> {
    return listEnterpriseKeys(ctx, args);
  }

  @Mutation(() => keys.CreatedEnterpriseKey, { nullable: true })
  createEnterpriseKey(
    @Arg('input', () => keys.CreateEnterpriseKeyInput) input: keys.CreateEnterpriseKeyInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<keys.CreatedEnterpriseKey> {
    return createEnterpriseKey(ctx, input);
  }

  @Mutation(() => keys.EnterpriseKey, { nullable: true })
  revokeEnterpriseKey(
    @Args(() => keys.RevokeEnterpriseKeyArgs) args: keys.RevokeEnterpriseKeyArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<keys.EnterpriseKey> {
    return revokeEnterpriseKey(ctx, args);
  }
}
