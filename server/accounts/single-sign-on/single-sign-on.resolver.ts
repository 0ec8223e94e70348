import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { AccountsContext } from '../accounts.context.js';
import {
  disconnectIdentity,
  readSignInMethods,
  readSingleSignOn,
  removeSingleSignOn,
  requireSingleSignOn,
  saveSingleSignOn,
} from './single-sign-on.operations.js';
import * as types from './single-sign-on.types.js';

/** Binds the operations on single sign-on to the schema. */
@Resolver()
export class SingleSignOnResolver {
  @Query(() => types.SingleSignOnSettings, { description: 'Single sign-on of an organization, for its owners.' })
  singleSignOn(
    @Args(() => types.SingleSignOnArgs) args: types.SingleSignOnArgs,
    @Ctx() ctx: AccountsContext,
  ): Promise<types.SingleSignOnSettings> {
    return readSingleSignOn(ctx, args);
  }

  @Mutation(() => types.SingleSignOnSettings, {
    nullable: true,
    description: "Stores an organization's provider after reading its metadata.",
  })
  saveSingleSignOn(
    @Arg('input', () => types.SaveSingleSignOnInput) input: types.SaveSingleSignOnInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<types.SingleSignOnSettings> {
    return saveSingleSignOn(ctx, input);
  }

  @Mutation(() => types.SingleSignOnSettings, {
    nullable: true,
    description: "Closes passwords for the people of the domain, all but one owner's, or opens them again.",
  })
  requireSingleSignOn(
    @Arg('input', () => types.RequireSingleSignOnInput) input: types.RequireSingleSignOnInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<types.SingleSignOnSettings> {
    return requireSingleSignOn(ctx, input);
  }

  @Mutation(() => Boolean, {
    nullable: true,
    description: 'Removes the provider; true when there was one. Sessions that it opened end.',
  })
  removeSingleSignOn(
    @Arg('input', () => types.RemoveSingleSignOnInput) input: types.RemoveSingleSignOnInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<boolean> {
    return removeSingleSignOn(ctx, input);
  }

  @Query(() => types.SignInMethods, { description: 'The ways in which the caller signs in.' })
  signInMethods(@Ctx() ctx: AccountsContext): Promise<types.SignInMethods> {
    return readSignInMethods(ctx, {});
  }

  @Mutation(() => Boolean, { nullable: true, description: 'Disconnects a provider from the account of the caller.' })
  disconnectIdentity(
    @Arg('input', () => types.DisconnectIdentityInput) input: types.DisconnectIdentityInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<boolean> {
    return disconnectIdentity(ctx, input);
  }
}
