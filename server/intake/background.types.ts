import { IsInt, Max, MaxLength, Min } from 'class-validator';
import { GraphQLJSON } from 'graphql-scalars';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { IdOf } from '../platform/graphql/id.edge.js';
import { IntakeItemArgs } from './decision.types.js';
import { IntakeKind, IntakeState } from './submission.types.js';

const POINTER_MAX = 300;

@ArgsType()
export class IntakeDiscardArgs extends IntakeItemArgs {
  @Field(() => Int, { description: 'The revision that was looked at; another one by now is STALE_REVISION.' })
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  revision: number;
}

@ArgsType()
export class IntakeEvidenceArgs extends IntakeItemArgs {
  @Field(() => String, { description: 'JSON pointer of an address in the submission, as /fields/evidence/0/url.' })
  @MaxLength(POINTER_MAX)
  pointer: string;
}

@ObjectType({ description: 'A member that the submitter changed.' })
export class IntakeContentChange {
  @Field(() => String, { description: 'JSON pointer of the member in the submission.' })
  pointer: string;

  @Field(() => GraphQLJSON, { nullable: true, description: 'Value before; null where there was none.' })
  before: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'Value now; null where there is none.' })
  after: unknown;
}

@ObjectType({ description: 'The last request for changes, and what the submitter has changed since.' })
export class IntakeRequest {
  @Field(() => Date, { description: 'Moment of the request.' })
  at: Date;

  @Field(() => ID, { description: 'Reviewer who requested changes.' })
  @IdOf('usr')
  by: string;

  @Field(() => String, { nullable: true, description: 'Name of that reviewer; null after the account was closed.' })
  byName: string | null;

  @Field(() => Int, { description: 'Revision that the request was about.' })
  revision: number;

  @Field(() => String, { description: 'Words of the request, which the submitter read.' })
  reason: string;

  @Field(() => [IntakeContentChange], {
    nullable: true,
    description: 'Members that differ from that revision; null where its content is not stored any more.',
  })
  changes: IntakeContentChange[] | null;
}

@ObjectType({ description: 'The last decision about another submission of the same vendor or contact.' })
export class IntakeEarlierDecision {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('sub')
  id: string;

  @Field(() => String, { description: 'Heading of that submission.' })
  title: string;

  @Field(() => IntakeKind, { description: 'Kind of submission.' })
  kind: string;

  @Field(() => IntakeState, { description: 'Where that submission stands now.' })
  state: string;

  @Field(() => Boolean, { description: 'It is about the same domain.' })
  sameDomain: boolean;

  @Field(() => Boolean, { description: 'Its contact has the same mailbox, and had confirmed it.' })
  sameContact: boolean;

  @Field(() => String, { description: 'approve, provision, reject or request_changes.' })
  step: string;

  @Field(() => Int, { description: 'Revision that was decided about.' })
  revision: number;

  @Field(() => Date, { description: 'Moment of the decision.' })
  at: Date;

  @Field(() => ID, { description: 'Reviewer who decided.' })
  @IdOf('usr')
  by: string;

  @Field(() => String, { nullable: true, description: 'Name of that reviewer; null after the account was closed.' })
  byName: string | null;

  @Field(() => String, { nullable: true, description: 'Words of the decision.' })
  reason: string | null;
}

@ObjectType({ description: 'What is known of a submission beside its content.' })
export class IntakeBackground {
  @Field(() => ID, { description: 'The submission.' })
  @IdOf('sub')
  id: string;

  @Field(() => IntakeRequest, {
    nullable: true,
    description: 'The last request for changes; null where there is none.',
  })
  request: IntakeRequest | null;

  @Field(() => [IntakeEarlierDecision], {
    description: 'Last decisions about other submissions of the same vendor or contact, newest first; at most 20.',
  })
  earlier: IntakeEarlierDecision[];
}

@ObjectType({
  description: 'The text of a page that a submission names, read when a reviewer asked. Nothing of it is stored.',
})
export class IntakeEvidence {
  @Field(() => ID, { description: 'The submission that names the page.' })
  @IdOf('sub')
  id: string;

  @Field(() => String, { description: 'JSON pointer of the address in the submission.' })
  pointer: string;

  @Field(() => String, { description: 'Address as it was submitted.' })
  url: string;

  @Field(() => String, { nullable: true, description: 'Address that answered, after redirects.' })
  finalUrl: string | null;

  @Field(() => Int, { nullable: true, description: 'HTTP status of the answer.' })
  status: number | null;

  @Field(() => String, { nullable: true, description: "The page's text, without markup; another party's words." })
  text: string | null;

  @Field(() => Boolean, { description: 'The page has more text than is here.' })
  isCut: boolean;

  @Field(() => String, { nullable: true, description: 'Why there is no text.' })
  problem: string | null;

  @Field(() => Date, { description: 'Moment of reading.' })
  readAt: Date;
}
