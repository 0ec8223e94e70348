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

@InputType({ description: 'Person to write to.' })
@ObjectType('IntakeContact', { description: 'Person to write to.' })
export class IntakeContactInput {
  @Field(() => String, { description: 'Name of the person.' })
  name: string;

  @Field(() => String, { description: 'Address of the person.' })
  email: string;
}

@InputType({ description: 'Organization that the submission is about.' })
@ObjectType('IntakeOrganization', { description: 'Organization that the submission is about.' })
export class IntakeOrganizationInput {
  @Field(() => String, { description: 'Name of the organization.' })
  name: string;

  @Field(() => String, { description: 'Without scheme or path, such as example.com.' })
  domain: string;
}

@InputType({ description: 'A submission; /contracts/intake-{kind}-v1.json describes the whole of it.' })
export class SubmitIntakeInput {
  @Field(() => IntakeKind, { description: 'Contract that the submission follows.' })
  kind: string;

  @Field(() => IntakeContactInput, { description: 'Person to write to.' })
  contact: IntakeContactInput;

  @Field(() => IntakeOrganizationInput, { description: 'Organization that it is about.' })
  organization: IntakeOrganizationInput;

  @Field(() => String, { nullable: true, description: 'Words to the reviewer.' })
  note?: string | null;

  @Field(() => GraphQLJSON, { description: 'As the contract of the kind describes it.' })
  fields: unknown;
}

@ArgsType()
export class PreviewIntakeArgs {
  @Field(() => IntakeKind, { description: 'Contract to check against.' })
  kind: IntakeKindName;

  @Field(() => GraphQLJSON, { nullable: true, description: 'name and email' })
  contact?: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'name and domain' })
  organization?: unknown;

  @Field(() => String, { nullable: true, description: 'Words to the reviewer.' })
  note?: string | null;

  @Field(() => GraphQLJSON, { nullable: true, description: 'As /contracts/intake-{kind}-v1.json describes it.' })
  fields?: unknown;
}

@ObjectType({ description: 'What one deterministic rule says of a submission.' })
export class IntakeCheck {
  @Field(() => String, { description: 'Name of the rule.' })
  ruleId: string;

  @Field(() => String, { description: 'pass, fail or unknown.' })
  result: string;

  @Field(() => String, { description: 'What it is about, in the submission.' })
  pointer: string;

  @Field(() => String, { nullable: true, description: 'The text that decided; null where none did.' })
  evidence: string | null;

  @Field(() => String, { description: 'The verdict in a sentence.' })
  reason: string;
}

@ObjectType({ description: 'A field that the contract refuses; its value is not repeated.' })
export class IntakeProblem {
  @Field(() => String, { description: 'Place in the input, as a JSON Pointer.' })
  pointer: string;

  @Field(() => String, { description: 'Name of the problem.' })
  code: string;

  @Field(() => String, { description: 'The problem in a sentence.' })
  detail: string;
}

@ObjectType({ description: 'What the rules find before anything is submitted. Nothing of it is stored.' })
export class IntakePreview {
  @Field(() => IntakeKind, { description: 'Contract that it was checked against.' })
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

  @Field(() => String, { description: 'Text that the TXT record has to hold.' })
  content: string;
}

@ObjectType({ description: 'A submission as the holder of its receipt sees it.' })
export class IntakeStatus {
  @Field(() => String, { description: 'sub_….<secret>: follows, changes and withdraws the submission. Keep it.' })
  receipt: string;

  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('sub')
  id: string;

  @Field(() => IntakeKind, { description: 'Contract that the submission follows.' })
  kind: string;

  @Field(() => IntakeState, { description: 'Where it stands.' })
  state: string;

  @Field(() => Int, { description: 'Counts the changes, from 1.' })
  revision: number;

  @Field(() => [IntakeCheck], { description: 'Verdicts of the rules.' })
  checks: IntakeCheck[];

  @Field(() => [String], { description: 'Pointers of what has to be added.' })
  missing: string[];

  @Field(() => String, { description: 'What happens next.' })
  next: string;

  @Field(() => String, { nullable: true, description: 'What a reviewer asks for, or why it was not accepted.' })
  message: string | null;

  @Field(() => Boolean, { description: 'True once the contact opened a link sent to the address.' })
  contactVerified: boolean;

  @Field(() => IntakeContactInput, { description: 'Person to write to.' })
  contact: IntakeContactInput;

  @Field(() => IntakeOrganizationInput, { description: 'Organization that it is about.' })
  organization: IntakeOrganizationInput;

  @Field(() => String, { nullable: true, description: 'Words to the reviewer.' })
  note: string | null;

  @Field(() => GraphQLJSON, { description: 'Members that the contract of its kind has.' })
  fields: unknown;

  @Field(() => IntakeDomainChallenge, {
    nullable: true,
    description: 'TXT record that proves the domain; null where none is asked for.',
  })
  domainChallenge: IntakeDomainChallenge | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The approval as a compact JWS that anyone verifies; null while it is not approved, and where the operator signs none.',
  })
  approvalReceipt: string | null;

  @Field(() => String, { nullable: true, description: 'Where what was published is.' })
  publicUrl: string | null;

  @Field(() => Date, { description: 'Moment at which it arrived.' })
  submittedAt: Date;

  @Field(() => Date, { description: 'Moment of its last change.' })
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
  @Field(() => String, { description: 'Place in the input, as a JSON Pointer.' })
  pointer: string;

  @Field(() => String, { description: 'Why it is needed.' })
  reason: string;
}

@ObjectType({ description: 'A submission as the link in its letter shows it.' })
export class IntakeContactLink {
  @Field(() => IntakeKind, { description: 'Contract that the submission follows.' })
  kind: string;

  @Field(() => String, { description: 'Organization that it is about.' })
  organizationName: string;

  @Field(() => Boolean, { description: 'True once the address is confirmed.' })
  verified: boolean;

  @Field(() => String, { description: 'What happens next, once the address is confirmed.' })
  next: string;

  @Field(() => [IntakeMissing], { description: 'What the submission still lacks.' })
  missing: readonly IntakeMissing[];

  @Field(() => String, {
    nullable: true,
    description: 'Opens the submission for 30 days; null before the address is confirmed.',
  })
  receipt: string | null;
}
