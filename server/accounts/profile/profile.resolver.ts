import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { AccountsContext } from '../accounts.context.js';
import { User } from '../organization.types.js';
import {
  closeAccount,
  confirmEmailChange,
  readAccountClosing,
  requestEmailChange,
  updateProfile,
} from './profile.operations.js';
import * as types from './profile.types.js';
import { listSessions, revokeOtherSessions, revokeSession } from './session.operations.js';

/** Binds the operations on a person's own account to the schema. */
@Resolver()
export class ProfileResolver {
  @Query(() => [types.Session], { description: 'Browsers in which the caller is signed in, newest first.' })
  sessions(@Ctx() ctx: AccountsContext): Promise<types.Session[]> {
    return listSessions(ctx, {});
  }

  @Query(() => types.AccountClosing, { description: "Preview of closing the caller's account; it changes nothing." })
  accountClosing(@Ctx() ctx: AccountsContext): Promise<types.AccountClosing> {
    return readAccountClosing(ctx, {});
  }

  @Mutation(() => User, { nullable: true, description: "Changes the caller's profile." })
  updateProfile(
    @Arg('input', () => types.UpdateProfileInput) input: types.UpdateProfileInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<User> {
    return updateProfile(ctx, input);
  }

  @Mutation(() => Boolean, {
    nullable: true,
    description: 'Sends a link to the new address; the answer is the same for every one.',
  })
  requestEmailChange(
    @Arg('input', () => types.RequestEmailChangeInput) input: types.RequestEmailChangeInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<boolean> {
    return requestEmailChange(ctx, input);
  }

  @Mutation(() => User, { nullable: true, description: 'Changes the sign-in address by the token of the letter.' })
  confirmEmailChange(
    @Arg('input', () => types.ConfirmEmailChangeInput) input: types.ConfirmEmailChangeInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<User> {
    return confirmEmailChange(ctx, input);
  }

  @Mutation(() => Boolean, { nullable: true, description: 'Ends a session of the caller.' })
  revokeSession(
    @Arg('input', () => types.RevokeSessionInput) input: types.RevokeSessionInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<boolean> {
    return revokeSession(ctx, input);
  }

  @Mutation(() => Int, { nullable: true, description: 'Answers how many sessions ended.' })
  revokeOtherSessions(@Ctx() ctx: AccountsContext): Promise<number> {
    return revokeOtherSessions(ctx, {});
  }

  @Mutation(() => Boolean, {
    nullable: true,
    description: 'Deletes the account and all its private records, for good.',
  })
  closeAccount(
    @Arg('input', () => types.CloseAccountInput) input: types.CloseAccountInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<boolean> {
    return closeAccount(ctx, input);
  }
}
