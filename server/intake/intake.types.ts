import { IsIn, IsInt, IsOptional, Max, MaxLength, Min } from 'class-validator';
import { GraphQLJSON } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsAddress, IsId, IsText } from '../platform/constraints.js';
import { ItemsMax } from '../platform/graphql/items.js';
import { PageArgs } from '../platform/paging/page.args.js';
import { ListedPassport } from './hackathon.types.js';
import {
  type IntakeKindName,
  type IntakeStateName,
  intakeKinds,
  intakeStates,
  type Priority,
  priorities,
} from './intake-state.rules.js';

export const IntakeKind = Object.fromEntries(intakeKinds.map((kind) => [kind, kind]));
registerEnumType(IntakeKind, { name: 'IntakeKind', description: 'What is submitted.' });

export const IntakeState = Object.fromEntries(intakeStates.map((state) => [state, state]));
registerEnumType(IntakeState, { name: 'IntakeState', description: 'Where a submission stands.' });

const REASON_MAX = 2000;
const IDS_MAX = 50;

@InputType()
@ObjectType('IntakeContact')
export class IntakeContactInput {
  @Field(() => String)
  name: string;

  @Field(() => String)
  email: string;
}

@InputType()
@ObjectType('IntakeOrganization')
export class IntakeOrganizationInput {
  @Field(() => String)
  name: string;

  @Field(() => String, { description: 'Without scheme or path, such as example.com.' })
  domain: string;
}

@InputType({ description: 'A submission; /contracts/intake-{kind}-v1.json describes the whole of it.' })
export class SubmitIntakeInput {
  @Field(() => IntakeKind)
  kind: string;

  @Field(() => IntakeContactInput)
  contact: IntakeContactInput;

  @Field(() => IntakeOrganizationInput)
  organization: IntakeOrganizationInput;

  @Field(() => String, { nullable: true })
  note?: string | null;

  @Field(() => GraphQLJSON, { description: 'As the contract of the kind describes it.' })
  fields: unknown;
}

@ArgsType()
export class PreviewIntakeArgs {
  @Field(() => IntakeKind)
  kind: IntakeKindName;

  @Field(() => GraphQLJSON, { nullable: true, description: 'name and email' })
  contact?: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'name and domain' })
  organization?: unknown;

  @Field(() => String, { nullable: true })
  note?: string | null;

  @Field(() => GraphQLJSON, { nullable: true, description: 'As /contracts/intake-{kind}-v1.json describes it.' })
  fields?: unknown;
}

@ObjectType({ description: 'What one deterministic rule says of a submission.' })
export class IntakeCheck {
  @Field(() => String)
  ruleId: string;

  @Field(() => String, { description: 'pass, fail or unknown.' })
  result: string;

  @Field(() => String, { description: 'What it is about, in the submission.' })
  pointer: string;

  @Field(() => String, { nullable: true })
  evidence: string | null;

  @Field(() => String)
  reason: string;
}

@ObjectType({ description: 'A field that the contract refuses; its value is not repeated.' })
export class IntakeProblem {
  @Field(() => String)
  pointer: string;

  @Field(() => String)
  code: string;

  @Field(() => String)
  detail: string;
}

@ObjectType({ description: 'What the rules find before anything is submitted. Nothing of it is stored.' })
export class IntakePreview {
  @Field(() => IntakeKind)
  kind: string;

  @Field(() => Boolean, { description: 'The contract is fulfilled: a person can submit it as it is.' })
  complete: boolean;

  @Field(() => [IntakeProblem], { description: 'The first 40.' })
  problems: IntakeProblem[];

  @Field(() => [IntakeCheck], {
    description:
      'What would not pass, the first 20; what stands on the data of others is checked after the submission.',
  })
  checks: IntakeCheck[];

  @Field(() => [String], { description: 'Pointers of what has to be added before a draft can be prepared.' })
  missing: string[];

  @Field(() => String, {
    nullable: true,
    description: 'The form, filled in by the fragment of this address; null where a link can’t hold that much.',
  })
  formUrl: string | null;

  @Field(() => String, { description: 'The JSON Schema of the kind.' })
  contractUrl: string;
}

@ObjectType({ description: 'What shows that the domain is yours: one of the two is enough.' })
export class IntakeDomainChallenge {
  @Field(() => String, { description: 'Serve `content` as text there.' })
  url: string;

  @Field(() => String, { description: 'Or as a TXT record of this name.' })
  textRecord: string;

  @Field(() => String)
  content: string;
}

@ObjectType({ description: 'A submission as the holder of its receipt sees it.' })
export class IntakeStatus {
  @Field(() => String, { description: 'sub_….<secret>: follows, changes and withdraws the submission. Keep it.' })
  receipt: string;

  @Field(() => ID)
  id: string;

  @Field(() => IntakeKind)
  kind: string;

  @Field(() => IntakeState)
  state: string;

  @Field(() => Int)
  revision: number;

  @Field(() => [IntakeCheck])
  checks: IntakeCheck[];

  @Field(() => [String], { description: 'Pointers of what has to be added.' })
  missing: string[];

  @Field(() => String, { description: 'What happens next.' })
  next: string;

  @Field(() => String, { nullable: true, description: 'What a reviewer asks for, or why it was not accepted.' })
  message: string | null;

  @Field(() => Boolean)
  contactVerified: boolean;

  @Field(() => IntakeContactInput)
  contact: IntakeContactInput;

  @Field(() => IntakeOrganizationInput)
  organization: IntakeOrganizationInput;

  @Field(() => String, { nullable: true })
  note: string | null;

  @Field(() => GraphQLJSON)
  fields: unknown;

  @Field(() => IntakeDomainChallenge, { nullable: true })
  domainChallenge: IntakeDomainChallenge | null;

  @Field(() => String, { nullable: true, description: 'Where what was published is.' })
  publicUrl: string | null;

  @Field(() => Date)
  submittedAt: Date;

  @Field(() => Date)
  updatedAt: Date;

  @Field(() => Date, { nullable: true, description: 'When it ends by itself; null once it is decided.' })
  expiresAt: Date | null;
}

@ArgsType()
export class IntakeReceiptArgs {
  @Field(() => String, { description: 'sub_….<secret>' })
  @MaxLength(200)
  receipt: string;
}

@ArgsType()
export class VerifyIntakeContactArgs {
  @Field(() => String, { description: 'The last part of the link in the letter.' })
  @MaxLength(200)
  token: string;
}

@ArgsType()
export class RequestIntakeLinksArgs {
  @Field(() => String, { description: 'The address of the contact.' })
  @IsAddress()
  email: string;
}

@ObjectType({ description: 'What is asked for before a draft can be prepared.' })
export class IntakeMissing {
  @Field(() => String)
  pointer: string;

  @Field(() => String)
  reason: string;
}

@ObjectType()
export class IntakeContactLink {
  @Field(() => IntakeKind)
  kind: string;

  @Field(() => String)
  organizationName: string;

  @Field(() => Boolean)
  verified: boolean;

  @Field(() => String, { description: 'What happens next, once the address is confirmed.' })
  next: string;

  @Field(() => [IntakeMissing])
  missing: readonly IntakeMissing[];

  @Field(() => String, {
    nullable: true,
    description: 'Opens the submission for 30 days; null before the address is confirmed.',
  })
  receipt: string | null;
}

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
  id: string;

  @Field(() => ID)
  author: string;

  @Field(() => String, { nullable: true })
  authorName: string | null;

  @Field(() => Date)
  at: Date;

  @Field(() => String)
  text: string;
}

/** What a row of the queue shows, which is also the head of the item. */
@ObjectType({ description: 'A submission in the queue, with the reason to open it.' })
export class IntakeRow {
  @Field(() => ID)
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
  id: string;

  @Field(() => Boolean)
  published: boolean;

  @Field(() => String, { nullable: true, description: 'Why it was not found.' })
  reason: string | null;

  @Field(() => Date)
  checkedAt: Date;
}

export const queueSorts = ['score', '-score', 'submitted', '-submitted', 'expires', 'priority'] as const;

@ArgsType()
export class IntakeQueueArgs extends PageArgs {
  @Field(() => [IntakeState], {
    nullable: true,
    description: 'Those that wait for a person, without it: draft_prepared, in_review, approved.',
  })
  @IsOptional()
  @IsIn([...intakeStates], { each: true })
  states?: IntakeStateName[] | null;

  @Field(() => IntakeKind, { nullable: true })
  @IsOptional()
  @IsIn([...intakeKinds])
  kind?: IntakeKindName | null;

  @Field(() => String, { nullable: true, description: 'high, normal or low.' })
  @IsOptional()
  @IsIn([...priorities])
  priority?: Priority | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(40)
  route?: string | null;

  @Field(() => String, { nullable: true, description: 'usr_…, me or none.' })
  @IsOptional()
  @MaxLength(60)
  assignee?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'true: those with a risk alone; false: those without.' })
  @IsOptional()
  risky?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Those whose contact has confirmed the address, unless false asks for the others.',
  })
  @IsOptional()
  verified?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'Part of an id, an organization, a domain, a contact or a title.',
  })
  @IsOptional()
  @MaxLength(200)
  query?: string | null;

  @Field(() => String, { defaultValue: '-score', description: `One of ${queueSorts.join(', ')}.` })
  @IsIn([...queueSorts])
  sort: (typeof queueSorts)[number];
}

@ObjectType()
export class IntakeCount {
  @Field(() => String)
  value: string;

  @Field(() => Int)
  count: number;
}

@ObjectType({ description: 'What a reviewer has in hand.' })
export class IntakeLoad {
  @Field(() => ID)
  reviewer: string;

  @Field(() => String)
  name: string;

  @Field(() => Int, { description: 'Assigned and open.' })
  assigned: number;

  @Field(() => Int, { description: 'Decided in the last thirty days.' })
  decided: number;
}

@ObjectType({ description: 'How much waits, for how long, and with whom.' })
export class IntakeSummary {
  @Field(() => Int, { description: 'Waits for a person: the number in the navigation.' })
  waiting: number;

  @Field(() => Int, { description: 'Of these assigned to the caller.' })
  mine: number;

  @Field(() => Int)
  unassigned: number;

  @Field(() => Int, { nullable: true, description: 'Hours that the oldest waits; null when nothing does.' })
  oldestHours: number | null;

  @Field(() => Int, { description: 'Ends by itself within seven days.' })
  expiringSoon: number;

  @Field(() => [IntakeCount])
  states: IntakeCount[];

  @Field(() => [IntakeCount])
  kinds: IntakeCount[];

  @Field(() => [IntakeLoad])
  team: IntakeLoad[];

  @Field(() => Int, {
    nullable: true,
    description: 'Median hours from submission to decision in the last thirty days.',
  })
  medianHoursToDecision: number | null;

  @Field(() => Int)
  decisions: number;
}

@ObjectType()
export class IntakeQueue {
  @Field(() => [IntakeRow])
  items: IntakeRow[];

  @Field(() => String, { nullable: true })
  nextCursor: string | null;

  @Field(() => Int)
  total: number;

  @Field(() => IntakeSummary)
  summary: IntakeSummary;
}

@ArgsType()
export class IntakeItemArgs {
  @Field(() => ID)
  @IsId('sub')
  id: string;
}

@ArgsType()
export class IntakeDecisionArgs extends IntakeItemArgs {
  @Field(() => Int, { description: 'The revision that was looked at; another one by now is STALE_REVISION.' })
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  revision: number;

  @Field(() => String, { nullable: true })
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
  @IsId('usr')
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
  @Field(() => ID)
  @IsId('sub')
  id: string;

  @Field(() => Int)
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  revision: number;
}
export const CHOICES_MAX = IDS_MAX;

@ArgsType()
export class ApproveIntakesArgs {
  @Field(() => [IntakeChoice])
  @ItemsMax(CHOICES_MAX)
  items: IntakeChoice[];
}

@ObjectType({ description: 'What became of one of several approvals.' })
export class IntakeApproval {
  @Field(() => ID)
  id: string;

  @Field(() => Boolean)
  approved: boolean;

  @Field(() => IntakeState, { nullable: true })
  state: string | null;

  @Field(() => String, { nullable: true, description: 'Why it was not approved.' })
  code: string | null;

  @Field(() => String, { nullable: true })
  detail: string | null;
}
