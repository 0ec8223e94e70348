import { IsOptional, IsUrl, Length, Matches } from 'class-validator';
import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { IdOf } from '../../platform/graphql/id.edge.js';

const NO_BLANKS = /^[\x21-\x7e]+$/;

@ArgsType()
export class SingleSignOnArgs {
  @Field(() => ID, { description: 'The organization; its owners alone.' })
  @IdOf('org')
  organizationId: string;
}

@InputType({ description: 'Names the OpenID Connect provider of an organization with a verified domain.' })
export class SaveSingleSignOnInput {
  @Field(() => ID, { description: 'The organization; its owners alone.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'The issuer exactly as the provider writes it.' })
  @Length(1, 500)
  @IsUrl({ require_tld: false, protocols: ['https', 'http'], require_protocol: true, allow_query_components: false })
  issuer: string;

  @Field(() => String, { description: 'The id of the client that is registered there.' })
  @Length(1, 500)
  @Matches(NO_BLANKS, { message: 'clientId must be visible ASCII without blanks' })
  clientId: string;

  @Field(() => String, {
    nullable: true,
    description: 'Its secret; the stored one stays where issuer and client stay.',
  })
  @IsOptional()
  @Length(1, 2000)
  @Matches(NO_BLANKS, { message: 'clientSecret must be visible ASCII without blanks' })
  clientSecret?: string | null;
}

@InputType({ description: 'Decides whether passwords still sign in the people of the domain.' })
export class RequireSingleSignOnInput {
  @Field(() => ID, { description: 'The organization; its owners alone.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The owner whose password stays the way back; null opens passwords to everyone again.',
  })
  @IsOptional()
  @IdOf('usr')
  passwordOwnerId?: string | null;
}

@InputType({ description: 'Removes the provider of an organization.' })
export class RemoveSingleSignOnInput {
  @Field(() => ID, { description: 'The organization; its owners alone.' })
  @IdOf('org')
  organizationId: string;
}

@ObjectType({ description: 'The OpenID Connect provider of an organization; its secret is never shown.' })
export class IdentityProviderState {
  @Field(() => String, { description: 'The issuer, which must be that of every ID token.' })
  issuer: string;

  @Field(() => String, { description: 'The id of the client at the provider.' })
  clientId: string;

  @Field(() => Date, { description: 'Moment of the last change.' })
  updatedAt: Date;

  @Field(() => Date, { nullable: true, description: 'Moment at which it last signed a person in.' })
  usedAt: Date | null;

  @Field(() => Boolean, {
    description: 'Whether it has signed in the caller, which comes before passwords are closed.',
  })
  signedInCaller: boolean;

  @Field(() => ID, {
    nullable: true,
    description: 'The owner whose password is the way back; null while passwords sign in.',
  })
  @IdOf('usr')
  passwordOwnerId: string | null;
}

@ObjectType({ description: 'Single sign-on of an organization.' })
export class SingleSignOnSettings {
  @Field(() => String, { description: 'The redirect address to register at the provider.' })
  callbackUrl: string;

  @Field(() => String, { nullable: true, description: 'The domain whose people sign in by it.' })
  domain: string | null;

  @Field(() => Boolean, { description: 'Without a verified domain no one is signed in.' })
  domainVerified: boolean;

  @Field(() => IdentityProviderState, { nullable: true, description: 'The provider; null without one.' })
  provider: IdentityProviderState | null;
}

@ObjectType({ description: 'A provider that opens the account of the caller.' })
export class ConnectedIdentity {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('idn')
  identityId: string;

  @Field(() => String, { description: 'The issuer that knows the person.' })
  issuer: string;

  @Field(() => String, { nullable: true, description: "The organization that named it; null for the instance's own." })
  organizationName: string | null;

  @Field(() => String, { nullable: true, description: 'The address that the issuer gave last.' })
  email: string | null;

  @Field(() => Date, { description: 'Moment at which it was connected.' })
  createdAt: Date;

  @Field(() => Date, { description: 'Moment of the last sign-in by it.' })
  usedAt: Date;
}

@ObjectType({ description: 'The ways in which the caller signs in.' })
export class SignInMethods {
  @Field(() => Boolean, { description: 'Whether the account has a password.' })
  password: boolean;

  @Field(() => Boolean, { description: 'Whether single sign-on is set up for the address of the account.' })
  singleSignOnOffered: boolean;

  @Field(() => [ConnectedIdentity], { description: 'The providers that open the account, the last used one first.' })
  identities: ConnectedIdentity[];
}

@InputType({ description: 'Disconnects a provider from the account of the caller.' })
export class DisconnectIdentityInput {
  @Field(() => ID, { description: 'From signInMethods.' })
  @IdOf('idn')
  identityId: string;
}
