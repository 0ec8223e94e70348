import { MaxLength } from 'class-validator';
import { GraphQLJSON } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsAddress } from '../platform/constraints.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { type IntakeKindName, intakeKinds, intakeStates } from './intake-state.rules.js';

export const IntakeKind = Object.fromEntries(intakeKinds.map((kind) => [kind, kind]));
registerEnumType(IntakeKind, { name: 'IntakeKind', description: 'What is submitted.' });

export const IntakeState = Object.fromEntries(intakeStates.map((state) => [state, state]));
registerEnumType(IntakeState, { name: 'IntakeState', description: 'Where a submission stands.' });

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
  @IdOf('sub')
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
