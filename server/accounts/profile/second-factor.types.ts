import { IsObject, IsOptional, Length, Matches } from 'class-validator';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { PasskeyAnswer } from './passkey.types.js';

/** As long as a password may be (sign-in's own bound); a longer one is refused before it is hashed. */
const PASSWORD_MAX = 128;
/** Longer than any code with blanks in it. */
const CODE_MAX = 64;

@InputType({ description: "Asks for a new authenticator app's secret." })
export class OfferSecondFactorInput {
  @Field(() => String, { description: 'Proves that the person asks.' })
  @Length(1, PASSWORD_MAX)
  currentPassword: string;
}

@InputType({ description: 'Confirms the offered secret by its first code.' })
export class ConfirmSecondFactorInput {
  @Field(() => String, { description: 'What the app shows: six digits.' })
  @Matches(/^\s*\d{3}\s?\d{3}\s*$/, { message: 'code must be the six digits of the app' })
  code: string;
}

@InputType({ description: 'Proves that the holder of the session is the person, for the next 15 minutes.' })
export class ProveIdentityInput {
  @Field(() => String, { nullable: true, description: 'A code of the app or a recovery code, with a second factor.' })
  @IsOptional()
  @Length(1, CODE_MAX)
  code?: string | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'The answer of a passkey in place of a code, as PublicKeyCredential.toJSON() writes it.',
  })
  @IsOptional()
  @IsObject()
  passkey?: object | null;

  @Field(() => String, { nullable: true, description: 'The password, without a second factor.' })
  @IsOptional()
  @Length(1, PASSWORD_MAX)
  currentPassword?: string | null;
}

@ObjectType({ description: 'The secret of an authenticator app; it counts once a code of it has been entered.' })
export class OfferedSecondFactor {
  @Field(() => String, { description: 'For typing into the app: base32.' })
  secret: string;

  @Field(() => String, { description: 'For a QR code: otpauth://totp/….' })
  uri: string;
}

@ObjectType({
  description: 'Codes for the day on which the app or the passkeys are lost; each works once, and they are shown once.',
})
export class RecoveryCodes {
  @Field(() => [String], { description: 'Ten codes of 64 bits.' })
  codes: string[];
}

@ObjectType({ description: 'An organization that requires a second factor of the caller.' })
export class SecondFactorRequirement {
  @Field(() => ID, { description: 'The organization that requires it.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'Name of the organization.' })
  organizationName: string;

  @Field(() => Date, { description: 'Moment from which nothing else is open without a second factor.' })
  dueAt: Date;

  @Field(() => Boolean, {
    description:
      'A sign-in through the provider of the organization counts in its place, where the provider reports several factors.',
  })
  providerCounts: boolean;
}

@ObjectType({ description: 'The second factor of the caller.' })
export class SecondFactorState {
  @Field(() => Date, {
    nullable: true,
    description: 'Moment at which the authenticator app was confirmed; null without one.',
  })
  confirmedAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'Moment of the last code that counted.' })
  usedAt: Date | null;

  @Field(() => Int, { description: 'Recovery codes that are left.' })
  recoveryCodes: number;

  @Field(() => [PasskeyAnswer], {
    description: 'Passkeys, the oldest first; each is a second factor and signs in by itself.',
  })
  passkeys: PasskeyAnswer[];

  @Field(() => Boolean, { description: 'Whether passkeys can be added at the address of this deployment.' })
  passkeysOffered: boolean;

  @Field(() => [SecondFactorRequirement], {
    description: 'Organizations that require one, the earliest first; it cannot be turned off while there is one.',
  })
  requiredBy: SecondFactorRequirement[];

  @Field(() => Boolean, { description: 'The caller is a reviewer, and this deployment requires one of reviewers.' })
  requiredOfReviewers: boolean;
}
