import { IsInt, Max, Min } from 'class-validator';
import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsProductId } from '../accounts/index.js';
import { AdoptionWindow, UnknownFigure } from '../adoption/index.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { ActionRule } from './actions.rules.js';
import { EnterpriseArgs } from './enterprise.types.js';
import { EnterpriseFactWindow, EnterpriseScope, EnterpriseTruncation } from './report.types.js';

/** Bounds of the specification (§8). */
const ACTIONS = { min: 1, max: 20, default: 10 };

registerEnumType(ActionRule, { name: 'EnterpriseRuleId', description: 'The rules by which actions are found.' });

@ArgsType()
export class EnterpriseActionsArgs extends EnterpriseArgs {
  @Field(() => String, { description: 'A product by the id that events carry.' })
  @IsProductId()
  override productId: string;

  @Field(() => Int, {
    defaultValue: ACTIONS.default,
    description: `${ACTIONS.min} to ${ACTIONS.max} actions.`,
  })
  @IsInt()
  @Min(ACTIONS.min)
  @Max(ACTIONS.max)
  limit: number;
}

@ObjectType({ description: 'A number that proves an action.' })
export class EnterpriseEvidence {
  @Field(() => String, { description: 'Name of the figure.' })
  metric: string;

  @Field(() => Float, { description: 'The figure.' })
  value: number;

  @Field(() => Float, { nullable: true, description: 'The same of the window before; null where nothing is compared.' })
  previous: number | null;

  @Field(() => EnterpriseFactWindow, { description: 'Days that it is about.' })
  window: EnterpriseFactWindow;

  @Field(() => String, { description: 'Evidence label of its events.' })
  label: string;

  @Field(() => [ID], { nullable: true, description: 'Events that prove it by themselves; null where none does.' })
  eventIds: readonly string[] | null;
}

@ObjectType({ description: 'What to do next. The same data gives the same actions.' })
export class EnterpriseAction {
  @Field(() => String, { description: 'The rule and what it is about.' })
  id: string;

  @Field(() => ActionRule, { description: 'Rule that fired.' })
  ruleId: ActionRule;

  @Field(() => Int, { description: 'Version of the rule.' })
  ruleVersion: number;

  @Field(() => Int, { description: '1 is the first: by the weight of the rule and how much it touches.' })
  rank: number;

  @Field(() => String, { description: 'The finding in a line.' })
  title: string;

  @Field(() => String, { description: 'The finding with its figures.' })
  why: string;

  @Field(() => [EnterpriseEvidence], { description: 'Figures that made the rule fire.' })
  evidence: readonly EnterpriseEvidence[];

  @Field(() => String, { description: 'What a person does about it.' })
  step: string;

  @Field(() => String, { description: 'The page of the workspace that does it.' })
  url: string;
}

@ObjectType({ description: 'Actions by rules, which compare the 30 closed days before today with the 30 before them.' })
export class EnterpriseActions {
  @Field(() => EnterpriseScope, { description: 'Organization and product.' })
  scope: EnterpriseScope;

  @Field(() => AdoptionWindow, { description: 'Days that the rules compare.' })
  window: AdoptionWindow;

  @Field(() => String, { description: 'first-party, sample, or missing where no event of the window counts.' })
  label: string;

  @Field(() => Date, { description: 'Events recorded by then are counted.' })
  asOf: Date;

  @Field(() => [EnterpriseAction], { description: 'Actions by rank.' })
  actions: EnterpriseAction[];

  @Field(() => [UnknownFigure], { description: 'Rules that could not decide, and why.' })
  nulls: UnknownFigure[];

  @Field(() => [String], { description: 'What a reader has to know of the answer.' })
  notices: string[];

  @Field(() => Boolean, { description: 'Actions are left out of this answer: leftOut counts them.' })
  truncated: boolean;

  @Field(() => [EnterpriseTruncation], { description: 'Empty where nothing is left out.' })
  leftOut: EnterpriseTruncation[];

  @Field(() => ID, { description: 'The audit receipt of this call.' })
  @IdOf('ear')
  auditReceiptId: string;
}
