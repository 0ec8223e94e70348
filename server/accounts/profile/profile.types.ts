import { Length } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsAddress, IsName, IsText } from '../../platform/constraints.js';
import { IdOf } from '../../platform/graphql/id.edge.js';

/** As long as a password may be (sign-in's own bound); a longer one is refused before it is hashed. */
const PASSWORD_MAX = 128;
/** The token of a letter's link is shorter; the bound keeps a long text from being hashed. */
const LINK_TOKEN_MAX = 128;

@InputType({ description: "Changes of the caller's own profile." })
export class UpdateProfileInput {
  @Field(() => String, { description: 'How colleagues and reviewers see you: 1 to 120 characters on one line.' })
  @IsName(120)
  name: string;
}

@InputType({ description: 'Asks for another sign-in address, which a link confirms.' })
export class RequestEmailChangeInput {
  @Field(() => String, { description: 'Address that gets the link.' })
  @IsAddress()
  newEmail: string;

  @Field(() => String, { description: 'Proves that the person asks.' })
  @Length(1, PASSWORD_MAX)
  currentPassword: string;
}

@InputType({ description: 'Confirms a change of address by the token of the letter.' })
export class ConfirmEmailChangeInput {
  @Field(() => String, { description: 'From the link of the letter to the new address.' })
  @IsText(LINK_TOKEN_MAX)
  token: string;
}

@InputType({ description: "Closes the caller's account for good." })
export class CloseAccountInput {
  @Field(() => String, { description: 'Proves that the person asks.' })
  @Length(1, PASSWORD_MAX)
  currentPassword: string;
}

@InputType({ description: 'Names the session to end.' })
export class RevokeSessionInput {
  @Field(() => ID, { description: 'The session to end.' })
  @IdOf('ses')
  sessionId: string;
}

@ObjectType({ description: 'A browser in which you are signed in.' })
export class Session {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('ses')
  id: string;

  @Field(() => Date, { description: 'Moment at which it was made.' })
  createdAt: Date;

  @Field(() => Date, { description: 'When it was last prolonged: at most a day before its last use.' })
  prolongedAt: Date;

  @Field(() => Date, { description: 'Moment from which it is refused.' })
  expiresAt: Date;

  @Field(() => String, {
    nullable: true,
    description: 'The name that the browser gave itself at sign-in; null if it gave none.',
  })
  userAgent: string | null;

  @Field(() => String, { description: 'The same in plain words, such as Firefox on Windows.' })
  device: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The address range of its sign-in: the /24 of IPv4 or the /48 of IPv6; null for one of before ranges were stored.',
  })
  addressRange: string | null;

  @Field(() => Boolean, { description: 'The session that asks.' })
  current: boolean;
}

@ObjectType({ description: 'Records of one kind that closing the account deletes.' })
export class ClosingCount {
  @Field(() => String, { description: 'Kind of record.' })
  kind: string;

  @Field(() => Int, { description: 'How many are deleted.' })
  count: number;
}

@ObjectType({ description: 'A kind of record that stays after the account is closed, with the reason.' })
export class ClosingRemainder {
  @Field(() => String, { description: 'Kind of record.' })
  kind: string;

  @Field(() => String, { description: 'Why it stays.' })
  reason: string;
}

@ObjectType({ description: 'You are the only owner of this organization: it needs another owner first.' })
export class ClosingObstacle {
  @Field(() => ID, { description: 'Organization that it belongs to.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'Name of the organization.' })
  name: string;
}

@ObjectType({ description: 'The consequences of closing your account; nothing has happened yet.' })
export class AccountClosing {
  @Field(() => [ClosingCount], { description: 'Records that go with the account.' })
  deleted: ClosingCount[];

  @Field(() => [ClosingRemainder], { description: 'Records that stay, with the reason.' })
  remains: ClosingRemainder[];

  @Field(() => [ClosingObstacle], { description: 'Organizations that would be left without an owner.' })
  obstacles: ClosingObstacle[];
}
