import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { AccountsContext } from '../accounts.context.js';
import { confirmPasskey, offerPasskey, removePasskey, renamePasskey } from './passkey.operations.js';
import * as passkeyTypes from './passkey.types.js';
import {
  confirmSecondFactor,
  offerPasskeyProof,
  offerSecondFactor,
  proveIdentity,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.operations.js';
import * as types from './second-factor.types.js';

/** Binds the operations on a person's second factor to the schema. */
@Resolver()
export class SecondFactorResolver {
  @Query(() => types.SecondFactorState, { description: 'The second factor of the caller.' })
  secondFactor(@Ctx() ctx: AccountsContext): Promise<types.SecondFactorState> {
    return readSecondFactor(ctx, {});
  }

  @Mutation(() => types.OfferedSecondFactor, {
    nullable: true,
    description: "Offers the secret of an authenticator app; nothing changes before one of the app's codes is entered.",
  })
  offerSecondFactor(
    @Arg('input', () => types.OfferSecondFactorInput) input: types.OfferSecondFactorInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<types.OfferedSecondFactor> {
    return offerSecondFactor(ctx, input);
  }

  @Mutation(() => types.RecoveryCodes, {
    nullable: true,
    description: 'Turns the second factor on; other sessions end, and the recovery codes are shown once.',
  })
  confirmSecondFactor(
    @Arg('input', () => types.ConfirmSecondFactorInput) input: types.ConfirmSecondFactorInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<types.RecoveryCodes> {
    return confirmSecondFactor(ctx, input);
  }

  @Mutation(() => Boolean, {
    nullable: true,
    description: 'Turns the second factor off; false when there was none.',
  })
  removeSecondFactor(@Ctx() ctx: AccountsContext): Promise<boolean> {
    return removeSecondFactor(ctx, {});
  }

  @Mutation(() => types.RecoveryCodes, { nullable: true, description: 'Replaces the recovery codes.' })
  renewRecoveryCodes(@Ctx() ctx: AccountsContext): Promise<types.RecoveryCodes> {
    return renewRecoveryCodes(ctx, {});
  }

  @Mutation(() => Boolean, {
    nullable: true,
    description: 'Proves who holds the session, for acts that ask again after 15 minutes (SECOND_FACTOR_REQUIRED).',
  })
  proveIdentity(
    @Arg('input', () => types.ProveIdentityInput) input: types.ProveIdentityInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<boolean> {
    return proveIdentity(ctx, input);
  }

  @Mutation(() => passkeyTypes.OfferedPasskey, {
    nullable: true,
    description: 'Answers what the browser needs to make a passkey; nothing changes before it has made one.',
  })
  offerPasskey(
    @Arg('input', () => passkeyTypes.OfferPasskeyInput) input: passkeyTypes.OfferPasskeyInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<passkeyTypes.OfferedPasskey> {
    return offerPasskey(ctx, input);
  }

  @Mutation(() => passkeyTypes.ConfirmedPasskey, {
    nullable: true,
    description: 'Adds a passkey: it signs in by itself and is a second factor. Other sessions end.',
  })
  confirmPasskey(
    @Arg('input', () => passkeyTypes.ConfirmPasskeyInput) input: passkeyTypes.ConfirmPasskeyInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<passkeyTypes.ConfirmedPasskey> {
    return confirmPasskey(ctx, input);
  }

  @Mutation(() => passkeyTypes.PasskeyAnswer, { nullable: true, description: 'Gives a passkey another name.' })
  renamePasskey(
    @Arg('input', () => passkeyTypes.RenamePasskeyInput) input: passkeyTypes.RenamePasskeyInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<passkeyTypes.PasskeyAnswer> {
    return renamePasskey(ctx, input);
  }

  @Mutation(() => Boolean, {
    nullable: true,
    description: 'Removes a passkey; refused for the last factor while one is required.',
  })
  removePasskey(
    @Arg('input', () => passkeyTypes.RemovePasskeyInput) input: passkeyTypes.RemovePasskeyInput,
    @Ctx() ctx: AccountsContext,
  ): Promise<boolean> {
    return removePasskey(ctx, input);
  }

  @Mutation(() => passkeyTypes.OfferedPasskey, {
    nullable: true,
    description: 'Answers what the browser needs to ask for a passkey of the caller, for proveIdentity.',
  })
  offerPasskeyProof(@Ctx() ctx: AccountsContext): Promise<passkeyTypes.OfferedPasskey> {
    return offerPasskeyProof(ctx, {});
  }
}
