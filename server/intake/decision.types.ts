import { IsInt, IsOptional, Max, Min, ValidateNested } from 'class-validator';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { IsText } from '../platform/constraints.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { ItemsMax } from '../platform/graphql/items.js';
import { IntakeState } from './submission.types.js';

const REASON_MAX = 2000;

@ArgsType()
export class IntakeItemArgs {
  @Field(() => ID, { description: 'The submission to read.' })
  @IdOf('sub')
  id: string;
}

@ArgsType()
export class IntakeDecisionArgs extends IntakeItemArgs {
  @Field(() => Int, { description: 'The revision that was looked at; another one by now is STALE_REVISION.' })
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  revision: number;

  @Field(() => String, { nullable: true, description: 'Words to the sender; some decisions need them.' })
  @IsOptional()
  @IsText(REASON_MAX)
  reason?: string | null;
}

@ArgsType()
export class IntakeReasonArgs extends IntakeItemArgs {
  @Field(() => Int, { nullable: true, description: 'Where it is given, another one by now is STALE_REVISION.' })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  revision?: number | null;

  @Field(() => String, { description: 'The submitter reads it.' })
  @IsText(REASON_MAX)
  reason: string;
}

@ArgsType()
export class AssignIntakeArgs extends IntakeItemArgs {
  @Field(() => ID, { nullable: true, description: 'A reviewer; the caller without it.' })
  @IsOptional()
  @IdOf('usr')
  assignee?: string | null;

  @Field(() => Boolean, { defaultValue: false, description: 'Gives it back, so that anyone can take it.' })
  release: boolean;
}

@ArgsType()
export class CommentIntakeArgs extends IntakeItemArgs {
  @Field(() => String, { description: 'Reviewers read it, the submitter does not.' })
  @IsText(REASON_MAX)
  text: string;
}

@InputType({ description: 'One submission and the revision that was looked at.' })
export class IntakeChoice {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('sub')
  id: string;

  @Field(() => Int, { description: 'Revision that the reviewer has seen.' })
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  revision: number;
}
/** How many submissions one call approves at most. */
export const CHOICES_MAX = 50;

@ArgsType()
export class ApproveIntakesArgs {
  @Field(() => [IntakeChoice], { description: 'Submissions of one kind, each with every check passed.' })
  @ItemsMax(CHOICES_MAX)
  @ValidateNested({ each: true })
  items: IntakeChoice[];
}

@ObjectType({ description: 'What became of one of several approvals.' })
export class IntakeApproval {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('sub')
  id: string;

  @Field(() => Boolean, { description: 'False where this one was left as it was.' })
  approved: boolean;

  @Field(() => IntakeState, { nullable: true, description: "State afterwards; null where it can't be told." })
  state: string | null;

  @Field(() => String, { nullable: true, description: 'Why it was not approved.' })
  code: string | null;

  @Field(() => String, { nullable: true, description: 'Why it was not approved.' })
  detail: string | null;
}
