import { Arg, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { AccountsContext } from '../accounts.context.js';
import { OrganizationArgs } from '../organization.types.js';
import {
  confirmFactorReset,
  listReceivedResets,
  objectToFactorReset,
  requestFactorReset,
  withdrawFactorReset,
} from './factor-reset.operations.js';
import { endMemberSessions } from './member-session.operations.js';
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

  @Query(() => [types.ReceivedFactorReset], { description: "Waiting resets of the caller's own second factor." })
  myFactorResets(@Ctx() ctx: AccountsContext): Promise<types.ReceivedFactorReset[]> {
    return listReceivedResets(ctx, {});
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

  @Mutation(() => Int, {
    nullable: true,
    description: 'Ends every session of a member, for admins; answers how many ended.',
  })
  endMemberSessions(
    @Arg('input', () => types.EndMemberSessionsInput) input: types.EndMemberSessionsInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<number> {
    return endMemberSessions(ctx, input);
  }

  @Mutation(() => types.FactorResetAnswer, {
    nullable: true,
    description: 'Asks to take a lost second factor off a member; another admin confirms it.',
  })
  requestFactorReset(
    @Arg('input', () => types.RequestFactorResetInput) input: types.RequestFactorResetInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<types.FactorResetAnswer> {
    return requestFactorReset(ctx, input);
  }

  @Mutation(() => types.FactorResetAnswer, {
    nullable: true,
    description: 'Confirms such a request: it takes place a day later, unless the person objects.',
  })
  confirmFactorReset(
    @Arg('input', () => types.DecideFactorResetInput) input: types.DecideFactorResetInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<types.FactorResetAnswer> {
    return confirmFactorReset(ctx, input);
  }

  @Mutation(() => Boolean, {
    nullable: true,
    description: 'Takes a waiting reset back.',
  })
  withdrawFactorReset(
    @Arg('input', () => types.DecideFactorResetInput) input: types.DecideFactorResetInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<boolean> {
    return withdrawFactorReset(ctx, input);
  }

  @Mutation(() => Boolean, {
    nullable: true,
    description: 'Stops a reset in the name of the person whose factor it is.',
  })
  objectToFactorReset(
    @Arg('input', () => types.ObjectToFactorResetInput) input: types.ObjectToFactorResetInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<boolean> {
    return objectToFactorReset(ctx, input);
  }
}
