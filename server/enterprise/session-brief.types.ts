import { IsBoolean, IsInt, IsObject, IsOptional, Max, Min, ValidateNested } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { UnknownFigure } from '../adoption/index.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { EnterpriseArgs } from './enterprise.types.js';
import { ReportGrade } from './grade.rules.js';
import { EnterpriseFinding, EnterpriseReport } from './report.types.js';

/** The basis of a brief. */
export enum BriefBasis {
  supplied = 'supplied',
  sample = 'sample',
  live = 'live',
}

registerEnumType(BriefBasis, { name: 'EnterpriseBriefBasis', description: 'Whose numbers a brief is about.' });

const FAMILIES = 6;

/** A count that may be unknown. */
function Count(max: number = Number.MAX_SAFE_INTEGER): PropertyDecorator {
  return (target, property) => {
    const description = `The number totals.${String(property)} of the report.`;
    Field(() => (max > FAMILIES ? GraphQLSafeInt : Int), { nullable: true, description })(target, property);
    IsOptional()(target, property);
    IsInt()(target, property);
    Min(0)(target, property);
    Max(max)(target, property);
  };
}

/** A share that may be unknown; its counts say the same. */
function ShareOf(counts: string): PropertyDecorator {
  return (target, property) => {
    Field(() => Float, { nullable: true, description: `${counts}, which it must equal where both are given.` })(
      target,
      property,
    );
    IsOptional()(target, property);
    Min(0)(target, property);
    Max(1)(target, property);
  };
}

@InputType({ description: 'The totals of a report, as far as they are known; null and absent are unknown.' })
export class EnterpriseMetricsInput {
  @Count()
  events?: number | null;

  @Count()
  eventsWithAccount?: number | null;

  @Count()
  eventsOfUse?: number | null;

  @Count()
  eventsOfUseWithoutTime?: number | null;

  @Count()
  calls?: number | null;

  @Count()
  failed?: number | null;

  @Count(FAMILIES)
  families?: number | null;

  @Count()
  developers?: number | null;

  @Count()
  accounts?: number | null;

  @Count()
  newDevelopers?: number | null;

  @Count()
  accountsActivated?: number | null;

  @Count()
  activated?: number | null;

  @Count()
  newActivated?: number | null;

  @ShareOf('newActivated ÷ newDevelopers')
  activationShare?: number | null;

  @Count()
  retained?: number | null;

  @Count()
  matured?: number | null;

  @Count()
  returned?: number | null;

  @ShareOf('returned ÷ matured')
  returnShare?: number | null;

  @Count()
  refused?: number | null;

  @ShareOf('refused ÷ (refused + events)')
  refusedShare?: number | null;
}

@ArgsType()
export class EnterpriseSessionBriefArgs extends EnterpriseArgs {
  @Field(() => EnterpriseMetricsInput, {
    nullable: true,
    description: 'Numbers of your own: they are analysed, labelled modelled, and stored nowhere.',
  })
  @IsOptional()
  @IsObject()
  @ValidateNested()
  metrics?: EnterpriseMetricsInput | null;

  @Field(() => Boolean, { nullable: true, description: 'True analyses invented numbers, labelled sample.' })
  @IsOptional()
  @IsBoolean()
  sample?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True, with productId, answers the report of the last 30 days or its refusal; never a sample.',
  })
  @IsOptional()
  @IsBoolean()
  live?: boolean | null;
}

@ObjectType({ description: 'A short analysis of supplied, sample or live numbers: exactly one of them.' })
export class EnterpriseSessionBrief {
  @Field(() => String, { description: 'modelled, sample, or the label of the live report.' })
  label: string;

  @Field(() => BriefBasis, { description: 'Whether the figures are given, sample or live.' })
  basis: BriefBasis;

  @Field(() => ReportGrade, { nullable: true, description: 'A to E; null where too little is known.' })
  grade: ReportGrade | null;

  @Field(() => [EnterpriseFinding], { description: 'Figures that stand out.' })
  findings: EnterpriseFinding[];

  @Field(() => [String], { description: 'Questions that the numbers raise or leave open.' })
  questions: string[];

  @Field(() => EnterpriseReport, { nullable: true, description: 'The report of 30 days; null unless live.' })
  report: EnterpriseReport | null;

  @Field(() => [UnknownFigure], { description: 'Everything that is null, and why.' })
  nulls: UnknownFigure[];

  @Field(() => [String], { description: 'What a reader has to know of the answer.' })
  notices: string[];

  @Field(() => ID, { description: 'The audit receipt of this call.' })
  @IdOf('ear')
  auditReceiptId: string;
}
