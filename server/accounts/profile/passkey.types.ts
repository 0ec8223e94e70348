import { IsObject, IsOptional, Length } from 'class-validator';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { IsName } from '../../platform/constraints.js';
import { IdOf } from '../../platform/graphql/id.edge.js';

/** As long as a password may be (sign-in's own bound); a longer one is refused before it is hashed. */
const PASSWORD_MAX = 128;
const NAME_MAX = 60;

@InputType({ description: 'Asks to add a passkey.' })
export class OfferPasskeyInput {
  @Field(() => String, {
    nullable: true,
    description: 'Proves that the person asks; not needed beside a second factor, which is asked for itself.',
  })
  @IsOptional()
  @Length(1, PASSWORD_MAX)
  currentPassword?: string | null;
}

@InputType({ description: 'Adds the passkey that the browser made.' })
export class ConfirmPasskeyInput {
  @Field(() => String, {
    description: `The person's own name for it, such as that of the device: 1 to ${NAME_MAX} characters.`,
  })
  @IsName(NAME_MAX)
  name: string;

  @Field(() => GraphQLJSONObject, { description: "The browser's answer as PublicKeyCredential.toJSON() writes it." })
  @IsObject()
  passkey: object;
}

@InputType({ description: 'Gives a passkey another name.' })
export class RenamePasskeyInput {
  @Field(() => ID, { description: 'From secondFactor.' })
  @IdOf('psk')
  passkeyId: string;

  @Field(() => String, { description: `The new name: 1 to ${NAME_MAX} characters on one line.` })
  @IsName(NAME_MAX)
  name: string;
}

@InputType({ description: 'Removes a passkey.' })
export class RemovePasskeyInput {
  @Field(() => ID, { description: 'From secondFactor.' })
  @IdOf('psk')
  passkeyId: string;
}

@ObjectType({ description: 'The question that the browser puts to its passkeys; it counts once, for five minutes.' })
export class OfferedPasskey {
  @Field(() => GraphQLJSONObject, {
    description: 'For PublicKeyCredential.parseCreationOptionsFromJSON() or parseRequestOptionsFromJSON().',
  })
  options: object;
}

@ObjectType('Passkey', { description: 'A passkey of the caller.' })
export class PasskeyAnswer {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('psk')
  passkeyId: string;

  @Field(() => String, { description: "The person's own name for it." })
  name: string;

  @Field(() => Boolean, {
    description: 'Whether it may be copied to other devices of the person, as password managers do.',
  })
  synced: boolean;

  @Field(() => Boolean, { description: 'Whether such a copy exists, as its last use reported.' })
  backedUp: boolean;

  @Field(() => Date, { description: 'Moment at which it was added.' })
  createdAt: Date;

  @Field(() => Date, { nullable: true, description: 'Moment of its last use; null before the first.' })
  usedAt: Date | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'Moment at which a copy showed that no one meant to make; it opens nothing since. Null for one that works.',
  })
  stoppedAt: Date | null;
}

@ObjectType({ description: 'A passkey that was added.' })
export class ConfirmedPasskey {
  @Field(() => PasskeyAnswer, { description: 'As secondFactor lists it from now on.' })
  passkey: PasskeyAnswer;

  @Field(() => [String], {
    nullable: true,
    description: 'Ten recovery codes, shown once, where this is the first factor of the account; otherwise null.',
  })
  codes: string[] | null;
}
