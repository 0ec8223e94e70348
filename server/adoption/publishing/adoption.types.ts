import { IsIn, IsInt, Max, Min } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { ToolMeasure } from '../../directory/index.js';
import { IsOneOf } from '../../platform/graphql/choices.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { componentIds, gradeNames } from './agent-rank.rules.js';
import { cohorts, periodIds, publishedLabels } from './snapshot.types.js';

export const ADOPTION_LIMITS = { min: 1, max: 100, default: 25 } as const;
export const HISTORY_DAYS = { min: 1, max: 400, default: 90 } as const;

const LABELS = `One of ${publishedLabels.join(', ')}.`;
const COHORTS = `One of ${cohorts.join(', ')}. In all but reported every number is null.`;

@ArgsType()
export class AdoptionArgs {
  @Field(() => String, { defaultValue: '30d', description: `One of ${periodIds.join(', ')}.` })
  @IsIn(periodIds, { message: `must be one of ${periodIds.join(', ')}` })
  period: (typeof periodIds)[number];

  @Field(() => Int, { defaultValue: ADOPTION_LIMITS.default, description: '1 to 100.' })
  @IsInt()
  @Min(ADOPTION_LIMITS.min)
  @Max(ADOPTION_LIMITS.max)
  limit: number;
}

@ArgsType()
export class AdoptionHistoryArgs {
  @Field(() => Int, { defaultValue: HISTORY_DAYS.default, description: '1 to 400 days.' })
  days: number;
}

@ObjectType({ description: 'Closed UTC days, the first and the last included.' })
export class AdoptionPeriod {
  @Field(() => String)
  @IsOneOf(periodIds)
  id: string;
  @Field(() => Int)
  days: number;
  @Field(() => String)
  from: string;
  @Field(() => String)
  to: string;
}

@ObjectType()
export class MinimumCohort {
  @Field(() => Int)
  developers: number;
  @Field(() => Int)
  accounts: number;
}

@ObjectType()
export class DominanceLimits {
  @Field(() => Float)
  top1: number;
  @Field(() => Float)
  top2: number;
}

@ObjectType()
export class AdoptionMethodology {
  @Field(() => String)
  version: string;
  @Field(() => String)
  url: string;
  @Field(() => MinimumCohort)
  minimumCohort: MinimumCohort;
  @Field(() => Int)
  minimumDenominator: number;
  @Field(() => DominanceLimits)
  dominance: DominanceLimits;
  @Field(() => String)
  rounding: string;
  @Field(() => Int)
  lagHours: number;
}

@ObjectType()
export class AdoptedToolName {
  @Field(() => String)
  slug: string;
  @Field(() => String)
  name: string;
}

@ObjectType({ description: 'A part of the score; null was not observed and is left out of the mean.' })
export class AdoptionComponent {
  @Field(() => String)
  @IsOneOf(componentIds)
  id: string;
  @Field(() => Int, { nullable: true })
  value: number | null;
  @Field(() => Int)
  weight: number;
}

@ObjectType()
abstract class AdoptionCounts {
  @Field(() => GraphQLSafeInt, { nullable: true })
  developers: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true })
  accounts: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true })
  activated: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true })
  retained: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true })
  events: number | null;
}

@ObjectType({ description: 'The adoption of a tool as it was published.' })
export class AdoptionRow extends AdoptionCounts {
  @Field(() => Int, { nullable: true, description: 'Equal scores share a rank; null where nothing is ranked.' })
  rank: number | null;
  @Field(() => AdoptedToolName)
  tool: AdoptedToolName;
  @Field(() => String, { description: LABELS })
  @IsOneOf(publishedLabels)
  label: string;
  @Field(() => String, { description: COHORTS })
  @IsOneOf(cohorts)
  cohort: string;
  @Field(() => Int, { nullable: true, description: 'Tool calls that succeeded, in percent, to the nearest 5.' })
  toolSuccess: number | null;
  @Field(() => Float, { nullable: true, description: 'By what share developers changed since one period earlier.' })
  change: number | null;
  @Field(() => Int, { nullable: true })
  score: number | null;
  @Field(() => String, { nullable: true })
  @IsOneOf(gradeNames)
  grade: string | null;
  @Field(() => Float, { nullable: true, description: 'The share of the score’s weight that was observed.' })
  coverage: number | null;
  @Field(() => [AdoptionComponent])
  components: AdoptionComponent[];
}

@ObjectType({ description: 'A row with the public figures of its tool, which are never mixed into its counts.' })
export class MeasuredAdoptionRow extends AdoptionRow {
  @Field(() => [ToolMeasure])
  measures: Pick<ToolMeasure, 'kind' | 'subject' | 'value' | 'label' | 'source' | 'asOf'>[];
}

@ObjectType({ description: 'The published rows of a category added up; who uses two of its tools counts in both.' })
export class AdoptionCategory extends AdoptionCounts {
  @Field(() => String)
  category: string;
  @Field(() => String, { description: LABELS })
  @IsOneOf(publishedLabels)
  label: string;
  @Field(() => String, { description: COHORTS })
  @IsOneOf(cohorts)
  cohort: string;
  @Field(() => Int, { nullable: true, description: 'How many published rows are added up.' })
  tools: number | null;
}

@ObjectType()
export class AdoptionProof {
  @Field(() => AdoptedToolName)
  tool: AdoptedToolName;
  @Field(() => String, { description: 'activation or retained.' })
  @IsOneOf(['activation', 'retained'])
  signal: string;
  @Field(() => String, { description: LABELS })
  @IsOneOf(publishedLabels)
  label: string;
  @Field(() => String)
  asOf: string;
}

@ObjectType()
export class AdoptionRankingEntry {
  @Field(() => Int)
  rank: number;
  @Field(() => AdoptedToolName)
  tool: AdoptedToolName;
  @Field(() => GraphQLSafeInt)
  value: number;
}

@ObjectType()
export class AdoptionRanking {
  @Field(() => String)
  id: string;
  @Field(() => String)
  title: string;
  @Field(() => String, { description: LABELS })
  @IsOneOf(publishedLabels)
  label: string;
  @Field(() => [AdoptionRankingEntry])
  entries: AdoptionRankingEntry[];
}

@ObjectType({ description: 'One day’s snapshot of public adoption, which never changes (decisions §5).' })
export class PublicAdoption {
  @Field(() => AdoptionPeriod)
  period: AdoptionPeriod;
  @Field(() => String, { nullable: true, description: 'When the snapshot was made; null before the first one.' })
  asOf: string | null;
  @Field(() => ID, { nullable: true })
  @IdOf('snp')
  snapshotId: string | null;
  @Field(() => AdoptionMethodology)
  methodology: AdoptionMethodology;
  @Field(() => [MeasuredAdoptionRow], { description: 'Ranked rows first, the rest by name.' })
  tools: MeasuredAdoptionRow[];
  @Field(() => [AdoptionCategory])
  categories: AdoptionCategory[];
  @Field(() => [AdoptionProof])
  proof: AdoptionProof[];
  @Field(() => [AdoptionRanking])
  rankings: AdoptionRanking[];
  @Field(() => [String])
  notices: string[];
}

@ObjectType()
export class AdoptionPeriodRow extends AdoptionRow {
  @Field(() => String)
  period: string;
}

@ObjectType({ description: 'What was published of a tool on a day.' })
export class AdoptionDay {
  @Field(() => String)
  day: string;
  @Field(() => [AdoptionPeriodRow], { description: 'One for each period.' })
  periods: AdoptionPeriodRow[];
}

@ObjectType()
export class MethodologySection {
  @Field(() => String)
  title: string;
  @Field(() => [String])
  paragraphs: string[];
}

@ObjectType({ description: 'How public adoption is counted, in plain words.' })
export class Methodology {
  @Field(() => String)
  version: string;
  @Field(() => [MethodologySection])
  sections: MethodologySection[];
  @Field(() => [String], { description: 'What the numbers do not say.' })
  notSaid: string[];
}
