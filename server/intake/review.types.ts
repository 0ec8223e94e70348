import { GraphQLJSON } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { IdOf } from '../platform/graphql/id.edge.js';
import { ListedPassport } from './hackathon.types.js';
import {
  IntakeCheck,
  IntakeContactInput,
  IntakeDomainChallenge,
  IntakeKind,
  IntakeOrganizationInput,
  IntakeState,
} from './submission.types.js';

@ObjectType()
export class IntakeSubmissionContent {
  @Field(() => IntakeContactInput)
  contact: IntakeContactInput;

  @Field(() => IntakeOrganizationInput)
  organization: IntakeOrganizationInput;

  @Field(() => String, { nullable: true })
  note: string | null;

  @Field(() => GraphQLJSON)
  fields: unknown;
}

@ObjectType({ description: 'A record as approval would create or change it.' })
export class IntakeDraftRecord {
  @Field(() => String)
  type: string;

  @Field(() => String, { description: 'create or update.' })
  action: string;

  @Field(() => String)
  key: string;

  @Field(() => GraphQLJSON, { nullable: true })
  before: unknown;

  @Field(() => GraphQLJSON)
  after: unknown;
}

@ObjectType('IntakeDraft', { description: 'The exact records that approval would create, and what decided them.' })
export class IntakeDraftAnswer {
  @Field(() => ID)
  @IdOf('drf')
  id: string;

  @Field(() => Int)
  revision: number;

  @Field(() => String)
  ruleSet: string;

  @Field(() => String)
  inputsDigest: string;

  @Field(() => [IntakeDraftRecord])
  records: IntakeDraftRecord[];

  @Field(() => Date)
  createdAt: Date;
}

@ObjectType()
export class IntakeHistoryEntry {
  @Field(() => Date)
  at: Date;

  @Field(() => String, { description: 'automation, submitter or usr_….' })
  actor: string;

  @Field(() => String, { nullable: true })
  actorName: string | null;

  @Field(() => String)
  action: string;

  @Field(() => String, { nullable: true })
  from: string | null;

  @Field(() => String)
  to: string;

  @Field(() => Int)
  revision: number;

  @Field(() => String, { nullable: true })
  detail: string | null;
}

@ObjectType('IntakeComment')
export class IntakeCommentAnswer {
  @Field(() => ID)
  @IdOf('cmt')
  id: string;

  @Field(() => ID)
  @IdOf('usr')
  author: string;

  @Field(() => String, { nullable: true })
  authorName: string | null;

  @Field(() => Date)
  at: Date;

  @Field(() => String)
  text: string;
}

/** The members of a row of the queue, which is also the head of the item. */
@ObjectType({ description: 'A submission in the queue, with the reason to open it.' })
export class IntakeRow {
  @Field(() => ID)
  @IdOf('sub')
  id: string;

  @Field(() => IntakeKind)
  kind: string;

  @Field(() => IntakeState)
  state: string;

  @Field(() => Int)
  revision: number;

  @Field(() => String)
  title: string;

  @Field(() => String)
  organizationName: string;

  @Field(() => String)
  organizationDomain: string;

  @Field(() => String, { nullable: true, description: 'high, normal or low; null before triage.' })
  priority: string | null;

  @Field(() => Int, { nullable: true, description: '0 to 100.' })
  score: number | null;

  @Field(() => String, { nullable: true })
  route: string | null;

  @Field(() => [String])
  missing: string[];

  @Field(() => [String])
  risks: string[];

  @Field(() => Int)
  checksFailed: number;

  @Field(() => Int)
  checksUnknown: number;

  @Field(() => Boolean)
  contactVerified: boolean;

  @Field(() => ID, { nullable: true })
  @IdOf('usr')
  assignee: string | null;

  @Field(() => String, { nullable: true })
  assigneeName: string | null;

  @Field(() => Int, { description: 'Whole hours since it was submitted.' })
  ageHours: number;

  @Field(() => Date)
  submittedAt: Date;

  @Field(() => Date, { nullable: true })
  expiresAt: Date | null;

  @Field(() => Boolean, { description: 'Approval leaves the last step to another reviewer.' })
  needsSecondApprover: boolean;

  @Field(() => ID, { nullable: true, description: 'Who approved it and may not provision it.' })
  @IdOf('usr')
  approvedBy: string | null;

  @Field(() => Boolean, { description: 'The caller wrote a revision of it, or was its contact, and may not decide.' })
  own: boolean;
}

@ObjectType({ description: 'Everything that a reviewer decides on.' })
export class IntakeItem extends IntakeRow {
  @Field(() => IntakeSubmissionContent)
  submission: IntakeSubmissionContent;

  @Field(() => [IntakeCheck])
  checks: IntakeCheck[];

  @Field(() => IntakeDraftAnswer, { nullable: true })
  draft: IntakeDraftAnswer | null;

  @Field(() => [IntakeHistoryEntry])
  history: IntakeHistoryEntry[];

  @Field(() => [IntakeCommentAnswer])
  comments: IntakeCommentAnswer[];

  @Field(() => String, { nullable: true, description: 'What was last written to the submitter.' })
  message: string | null;

  @Field(() => GraphQLJSON, { nullable: true, description: 'What approval created, by id.' })
  outcome: unknown;

  @Field(() => ListedPassport, { nullable: true, description: 'The passport that it became, taken down or not.' })
  passport: ListedPassport | null;

  @Field(() => IntakeDomainChallenge, {
    nullable: true,
    description: 'What the domain has to publish; for workspaces alone.',
  })
  domainChallenge: IntakeDomainChallenge | null;

  @Field(() => [String], { description: 'What the caller may do with it now.' })
  allowed: string[];

  @Field(() => String, {
    nullable: true,
    description:
      'Why the caller decides nothing about it: a part of their own in it, or its end; null where that is not so.',
  })
  barredBecause: string | null;
}

@ObjectType({ description: 'Whether the domain of a workspace publishes its challenge. Nothing of it is stored.' })
export class IntakeDomainState {
  @Field(() => ID)
  @IdOf('sub')
  id: string;

  @Field(() => Boolean)
  published: boolean;

  @Field(() => String, { nullable: true, description: 'Why it was not found.' })
  reason: string | null;

  @Field(() => Date)
  checkedAt: Date;
}
