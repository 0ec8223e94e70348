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

@ObjectType({ description: 'A submission as its sender wrote it.' })
export class IntakeSubmissionContent {
  @Field(() => IntakeContactInput, { description: 'Person to write to.' })
  contact: IntakeContactInput;

  @Field(() => IntakeOrganizationInput, { description: 'Organization that it is about.' })
  organization: IntakeOrganizationInput;

  @Field(() => String, { nullable: true, description: 'Words to the reviewer.' })
  note: string | null;

  @Field(() => GraphQLJSON, { description: 'Members that the contract of its kind has.' })
  fields: unknown;
}

@ObjectType({ description: 'A record as approval would create or change it.' })
export class IntakeDraftRecord {
  @Field(() => String, { description: 'Kind of record.' })
  type: string;

  @Field(() => String, { description: 'create or update.' })
  action: string;

  @Field(() => String, { description: 'Name by which the record is found.' })
  key: string;

  @Field(() => GraphQLJSON, { nullable: true, description: 'The record as it is; null where it is new.' })
  before: unknown;

  @Field(() => GraphQLJSON, { description: 'The record as approval would make it.' })
  after: unknown;
}

@ObjectType('IntakeDraft', { description: 'The exact records that approval would create, and what decided them.' })
export class IntakeDraftAnswer {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('drf')
  id: string;

  @Field(() => Int, { description: 'Counts the changes, from 1.' })
  revision: number;

  @Field(() => String, { description: 'Rules that prepared it.' })
  ruleSet: string;

  @Field(() => String, { description: 'SHA-256 of everything that the rules read.' })
  inputsDigest: string;

  @Field(() => [IntakeDraftRecord], { description: 'Records that approval would write.' })
  records: IntakeDraftRecord[];

  @Field(() => Date, { description: 'Moment at which it was made.' })
  createdAt: Date;
}

@ObjectType({ description: 'A step of a submission.' })
export class IntakeHistoryEntry {
  @Field(() => Date, { description: 'Moment of the step.' })
  at: Date;

  @Field(() => String, { description: 'automation, submitter or usr_….' })
  actor: string;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the person; null for jobs and senders without an account.',
  })
  actorName: string | null;

  @Field(() => String, { description: 'Name of the step.' })
  action: string;

  @Field(() => String, { nullable: true, description: 'State before; null at the beginning.' })
  from: string | null;

  @Field(() => String, { description: 'State after.' })
  to: string;

  @Field(() => Int, { description: 'Counts the changes, from 1.' })
  revision: number;

  @Field(() => String, { nullable: true, description: 'Words that came with it.' })
  detail: string | null;
}

@ObjectType('IntakeComment', { description: 'A remark of one reviewer to the others.' })
export class IntakeCommentAnswer {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('cmt')
  id: string;

  @Field(() => ID, { description: 'The person who wrote it.' })
  @IdOf('usr')
  author: string;

  @Field(() => String, { nullable: true, description: 'Name to show; null after the account was closed.' })
  authorName: string | null;

  @Field(() => Date, { description: 'Moment of writing.' })
  at: Date;

  @Field(() => String, { description: 'The remark.' })
  text: string;
}

/** The members of a row of the queue, which is also the head of the item. */
@ObjectType({ description: 'A submission in the queue, with the reason to open it.' })
export class IntakeRow {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('sub')
  id: string;

  @Field(() => IntakeKind, { description: 'Kind of submission.' })
  kind: string;

  @Field(() => IntakeState, { description: 'Where it stands.' })
  state: string;

  @Field(() => Int, { description: 'Counts the changes, from 1.' })
  revision: number;

  @Field(() => String, { description: 'Heading, made of its content.' })
  title: string;

  @Field(() => String, { description: 'Organization that it is about.' })
  organizationName: string;

  @Field(() => String, { description: 'Domain that the organization is said to have.' })
  organizationDomain: string;

  @Field(() => String, { nullable: true, description: 'high, normal or low; null before triage.' })
  priority: string | null;

  @Field(() => Int, { nullable: true, description: '0 to 100.' })
  score: number | null;

  @Field(() => String, { nullable: true, description: 'Way that triage chose; null before it.' })
  route: string | null;

  @Field(() => [String], { description: 'Members that are missing, as pointers.' })
  missing: string[];

  @Field(() => [String], { description: 'Names of what a reviewer should look at.' })
  risks: string[];

  @Field(() => Int, { description: 'How many checks failed.' })
  checksFailed: number;

  @Field(() => Int, { description: 'How many checks could not decide.' })
  checksUnknown: number;

  @Field(() => Boolean, { description: 'True once the contact opened a link sent to the address.' })
  contactVerified: boolean;

  @Field(() => ID, { nullable: true, description: 'Reviewer who holds it.' })
  @IdOf('usr')
  assignee: string | null;

  @Field(() => String, { nullable: true, description: 'Name of that reviewer.' })
  assigneeName: string | null;

  @Field(() => Int, { description: 'Whole hours since it was submitted.' })
  ageHours: number;

  @Field(() => Date, { description: 'Moment at which it arrived.' })
  submittedAt: Date;

  @Field(() => Date, { nullable: true, description: "Moment from which it can't be approved." })
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
  @Field(() => IntakeSubmissionContent, { description: 'Content as the sender wrote it.' })
  submission: IntakeSubmissionContent;

  @Field(() => [IntakeCheck], { description: 'Verdicts of the rules.' })
  checks: IntakeCheck[];

  @Field(() => IntakeDraftAnswer, {
    nullable: true,
    description: 'Records that approval would write; null before they are prepared.',
  })
  draft: IntakeDraftAnswer | null;

  @Field(() => [IntakeHistoryEntry], { description: 'Steps so far, oldest first.' })
  history: IntakeHistoryEntry[];

  @Field(() => [IntakeCommentAnswer], { description: 'Remarks of reviewers, oldest first.' })
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

  @Field(() => String, {
    nullable: true,
    description:
      'The approval as a compact JWS over the hash of the draft’s records; null while it is not approved, and where the operator signs none.',
  })
  approvalReceipt: string | null;

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
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('sub')
  id: string;

  @Field(() => Boolean, { description: 'True where the TXT record was found.' })
  published: boolean;

  @Field(() => String, { nullable: true, description: 'Why it was not found.' })
  reason: string | null;

  @Field(() => Date, { description: 'Moment of the look.' })
  checkedAt: Date;
}
