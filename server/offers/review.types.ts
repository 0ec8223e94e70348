import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { RecordSource, type RuleOp, ruleOps } from '../directory/index.js';
import { enumOf } from '../platform/graphql/choices.js';
import { addRecordFields } from '../platform/graphql/form.input.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { factNames } from './eligibility.rules.js';
import './offer.entity.js';
import { offerMembers } from './offer.schema.js';

const FactNames = enumOf('EligibilityFact', factNames, 'A fact of a company that a requirement may be about.');
const RuleOps = enumOf('OfferRuleOp', ruleOps, 'The comparison of a fact with a value.');

@InputType('OfferRuleInput', { description: 'One of number, text, flag and list holds the value.' })
@ObjectType({ description: 'A requirement that a fact decides; one of number, text, flag and list holds its value.' })
export class OfferRuleParts {
  @Field(() => FactNames, { description: 'The fact that decides.' })
  fact: string;
  @Field(() => RuleOps, { description: 'How the fact compares with the value.' })
  op: RuleOp;
  @Field(() => Float, { nullable: true, description: 'Value of a numeric condition.' })
  number?: number | null;
  @Field(() => String, { nullable: true, description: 'Value of a condition in words.' })
  text?: string | null;
  @Field(() => Boolean, { nullable: true, description: 'Value of a yes-or-no condition.' })
  flag?: boolean | null;
  @Field(() => [String], { nullable: true, description: 'Values of a condition with alternatives.' })
  list?: string[] | null;
}

@ObjectType({
  description: 'An offer as reviewers see it: unlisted and ended ones too, with its address and its rules as data.',
})
export class ReviewedOffer {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  @IdOf('ofr')
  id: string;
  @Field(() => Int, { description: 'Counts the changes, from 1.' })
  revision: number;
  @Field(() => ID, { nullable: true, description: 'Organization that makes it; null for offers of the catalog.' })
  @IdOf('org')
  organizationId: string | null;
  @Field(() => Boolean, { description: 'False where the public does not see it.' })
  listed: boolean;
  @Field(() => [String], { description: 'Short names of the tools that it is for.' })
  tools: string[];
  @Field(() => [OfferRuleParts], { description: 'Conditions that facts decide.' })
  rules: OfferRuleParts[];
  @Field(() => [String], { description: 'Conditions that only words state.' })
  other: string[];
  @Field(() => String, { description: 'Evidence label of its facts.' })
  label: string;
  @Field(() => RecordSource, { nullable: true, description: 'Set while facts of it were stated and not read.' })
  source: RecordSource | null;
  @Field(() => String, { description: 'Where the record came from.' })
  origin: string;
  @Field(() => Date, { nullable: true, description: 'When a reviewer edited it; imports leave it alone since.' })
  editedAt: Date | null;
  @Field(() => Int, { description: 'Claims on it that are open.' })
  openClaims: number;
  @Field(() => Int, {
    nullable: true,
    description: 'All claims on it, closed ones too; null where it is claimed at its provider.',
  })
  claims: number | null;
  @Field(() => Int, {
    nullable: true,
    description: 'Claims whose redemption the vendor confirmed; null where it is claimed at its provider.',
  })
  redeemed: number | null;
  @Field(() => Int, {
    nullable: true,
    description:
      'How often its tracked link was opened in the last 30 days; null without such a link, and for a company whose approved domain is no longer that of the offer.',
  })
  opens30d: number | null;
}

/** The members that the form alone declares: an offer's requirements have parts of their own here, and its tools are references. */
export const formMembers = offerMembers.filter(({ name }) => name !== 'eligibility' && name !== 'tools');
const answers: Readonly<Record<string, string>> = { vendor: 'OfferVendor', value: 'OfferStatedValue' };
addRecordFields(ReviewedOffer, formMembers, 'answer', ({ name }) => answers[name] ?? 'OfferReading');

@ObjectType({ description: 'One page of a list.' })
export class ReviewedOfferList {
  @Field(() => [ReviewedOffer], { description: 'Records of this page.' })
  items: ReviewedOffer[];
  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
  @Field(() => Int, { description: 'How many offers match.' })
  total: number;
}
