import { Length } from 'class-validator';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsAddress, IsName, IsText } from '../../platform/constraints.js';
import { IdOf } from '../../platform/graphql/id.edge.js';

/** As long as a password may be (sign-in's own bound); a longer one is refused before it is hashed. */
const PASSWORD_MAX = 128;
/** The token of a letter's link is shorter; the bound keeps a long text from being hashed. */
const LINK_TOKEN_MAX = 128;

@InputType()
export class UpdateProfileInput {
  @Field(() => String, { description: 'How colleagues and reviewers see you: 1 to 120 characters on one line.' })
  @IsName(120)
  name: string;
}

@InputType()
export class RequestEmailChangeInput {
  @Field(() => String)
  @IsAddress()
  newEmail: string;

  @Field(() => String)
  @Length(1, PASSWORD_MAX)
  currentPassword: string;
}

@InputType()
export class ConfirmEmailChangeInput {
  @Field(() => String, { description: 'From the link of the letter to the new address.' })
  @IsText(LINK_TOKEN_MAX)
  token: string;
}

@InputType()
export class CloseAccountInput {
  @Field(() => String)
  @Length(1, PASSWORD_MAX)
  currentPassword: string;
}

@InputType()
export class RevokeSessionInput {
  @Field(() => ID)
  @IdOf('ses')
  sessionId: string;
}

@ObjectType({ description: 'A browser in which you are signed in.' })
export class Session {
  @Field(() => ID)
  @IdOf('ses')
  id: string;

  @Field(() => Date)
  createdAt: Date;

  @Field(() => Date, { description: 'When it was last prolonged: at most a day before its last use.' })
  prolongedAt: Date;

  @Field(() => Date)
  expiresAt: Date;

  @Field(() => String, {
    nullable: true,
    description: 'The name that the browser gave itself at sign-in; null if it gave none.',
  })
  userAgent: string | null;

  @Field(() => Boolean, { description: 'The session that asks.' })
  current: boolean;
}

@ObjectType({ description: 'Records of one kind that closing the account deletes.' })
export class ClosingCount {
  @Field(() => String)
  kind: string;

  @Field(() => Int)
  count: number;
}

@ObjectType({ description: 'A kind of record that stays after the account is closed, with the reason.' })
export class ClosingRemainder {
  @Field(() => String)
  kind: string;

  @Field(() => String)
  reason: string;
}

@ObjectType({ description: 'You are the only owner of this organization: it needs another owner first.' })
export class ClosingObstacle {
  @Field(() => ID)
  @IdOf('org')
  organizationId: string;

  @Field(() => String)
  name: string;
}

@ObjectType({ description: 'The consequences of closing your account; nothing has happened yet.' })
export class AccountClosing {
  @Field(() => [ClosingCount])
  deleted: ClosingCount[];

  @Field(() => [ClosingRemainder])
  remains: ClosingRemainder[];

  @Field(() => [ClosingObstacle])
  obstacles: ClosingObstacle[];
}
