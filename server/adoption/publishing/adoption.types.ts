import { IsIn, IsInt, Max, Min } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { ToolMeasure } from '../../directory/index.js';
import { IsOneOf } from '../../platform/graphql/choices.js';
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
  @Field(() => String, { description: 'Name of the period.' })
  @IsOneOf(periodIds)
  id: string;
  @Field(() => Int, { description: 'How many days it has.' })
  days: number;
  @Field(() => String, { description: 'First UTC day.' })
  from: string;
  @Field(() => String, { description: 'Last UTC day.' })
  to: string;
}

@ObjectType({ description: 'The smallest cohort that is published.' })
export class MinimumCohort {
  @Field(() => Int, { description: 'Fewer developers are not published.' })
  developers: number;
  @Field(() => Int, { description: 'Fewer accounts are not published.' })
  accounts: number;
}

@ObjectType({ description: 'Largest shares of accounts in a published figure.' })
export class DominanceLimits {
  @Field(() => Float, { description: 'Largest share of the largest account.' })
  top1: number;
  @Field(() => Float, { description: 'Largest share of the two largest together.' })
  top2: number;
}

@ObjectType({ description: 'Bounds of what is published.' })
export class AdoptionMethodology {
  @Field(() => String, { description: 'Version of the methodology.' })
  version: string;
  @Field(() => String, { description: 'Page that explains it.' })
  url: string;
  @Field(() => MinimumCohort, { description: 'The smallest cohort that is published.' })
  minimumCohort: MinimumCohort;
  @Field(() => Int, { description: 'The smallest denominator of a share.' })
  minimumDenominator: number;
  @Field(() => DominanceLimits, { description: 'Largest shares of accounts.' })
  dominance: DominanceLimits;
  @Field(() => String, { description: 'How figures are rounded.' })
  rounding: string;
  @Field(() => Int, { description: 'Hours between the end of a day and its publication.' })
  lagHours: number;
}

@ObjectType({ description: 'A tool that figures are about.' })
export class AdoptedToolName {
  @Field(() => String, { description: 'Short name in addresses.' })
  slug: string;
  @Field(() => String, { description: "The tool's name." })
  name: string;
}

@ObjectType({ description: 'A part of the score; null was not observed and is left out of the mean.' })
export class AdoptionComponent {
  @Field(() => String, { description: 'Name of the component.' })
  @IsOneOf(componentIds)
  id: string;
  @Field(() => Int, { nullable: true, description: "0 to 100; null where it can't be published." })
  value: number | null;
  @Field(() => Int, { description: 'Its part of the score.' })
  weight: number;
}

@ObjectType({ description: 'Published counts; null where they could point at one customer.' })
abstract class AdoptionCounts {
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Developers, rounded.' })
  developers: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Customer accounts, rounded.' })
  accounts: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Developers that activated, rounded.' })
  activated: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Developers that came back, rounded.' })
  retained: number | null;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Events, rounded.' })
  events: number | null;
}

@ObjectType({ description: 'The adoption of a tool as it was published.' })
export class AdoptionRow extends AdoptionCounts {
  @Field(() => Int, { nullable: true, description: 'Equal scores share a rank; null where nothing is ranked.' })
  rank: number | null;
  @Field(() => AdoptedToolName, { description: 'The tool that it is about.' })
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
  @Field(() => Int, {
    nullable: true,
    description: "Score by the published contract; null where it can't be published.",
  })
  score: number | null;
  @Field(() => String, { nullable: true, description: 'Grade of the score; null without one.' })
  @IsOneOf(gradeNames)
  grade: string | null;
  @Field(() => Float, { nullable: true, description: 'The share of the score’s weight that was observed.' })
  coverage: number | null;
  @Field(() => [AdoptionComponent], { description: 'Parts of the score.' })
  components: AdoptionComponent[];
}

@ObjectType({ description: 'A row with the public figures of its tool, which are never mixed into its counts.' })
export class MeasuredAdoptionRow extends AdoptionRow {
  @Field(() => [ToolMeasure], { description: 'Public figures beside the events.' })
  measures: Pick<ToolMeasure, 'kind' | 'subject' | 'value' | 'label' | 'source' | 'asOf'>[];
}

@ObjectType({ description: 'The published rows of a category added up; who uses two of its tools counts in both.' })
export class AdoptionCategory extends AdoptionCounts {
  @Field(() => String, { description: 'Category of the directory.' })
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

@ObjectType({ description: 'Evidence that a tool is used.' })
export class AdoptionProof {
  @Field(() => AdoptedToolName, { description: 'The tool that it is about.' })
  tool: AdoptedToolName;
  @Field(() => String, { description: 'activation or retained.' })
  @IsOneOf(['activation', 'retained'])
  signal: string;
  @Field(() => String, { description: LABELS })
  @IsOneOf(publishedLabels)
  label: string;
  @Field(() => String, { description: 'Day that the evidence is of.' })
  asOf: string;
}

@ObjectType({ description: 'A place in a ranking.' })
export class AdoptionRankingEntry {
  @Field(() => Int, { description: '1 is the highest; equals share a rank.' })
  rank: number;
  @Field(() => AdoptedToolName, { description: 'The tool that it is about.' })
  tool: AdoptedToolName;
  @Field(() => GraphQLSafeInt, { description: 'Figure that decided the place.' })
  value: number;
}

@ObjectType({ description: 'Tools by one figure.' })
export class AdoptionRanking {
  @Field(() => String, { description: 'Name of the ranking.' })
  id: string;
  @Field(() => String, { description: 'Heading of the ranking.' })
  title: string;
  @Field(() => String, { description: LABELS })
  @IsOneOf(publishedLabels)
  label: string;
  @Field(() => [AdoptionRankingEntry], { description: 'Places, highest first.' })
  entries: AdoptionRankingEntry[];
}

@ObjectType({ description: 'One day’s snapshot of public adoption, which never changes (decisions §5).' })
export class PublicAdoption {
  @Field(() => AdoptionPeriod, { description: 'Days that the figures are about.' })
  period: AdoptionPeriod;
  @Field(() => String, { nullable: true, description: 'When the snapshot was made; null before the first one.' })
  asOf: string | null;
  /** Public, since REST answers without the serialiser. */
  @Field(() => ID, { nullable: true, description: 'The snapshot that they are read from; null before the first.' })
  snapshotId: string | null;
  @Field(() => AdoptionMethodology, { description: 'Bounds of what is published.' })
  methodology: AdoptionMethodology;
  @Field(() => [MeasuredAdoptionRow], { description: 'Ranked rows first, the rest by name.' })
  tools: MeasuredAdoptionRow[];
  @Field(() => [AdoptionCategory], { description: 'Tools by category.' })
  categories: AdoptionCategory[];
  @Field(() => [AdoptionProof], { description: 'Evidence by tool.' })
  proof: AdoptionProof[];
  @Field(() => [AdoptionRanking], { description: 'Tools by one figure.' })
  rankings: AdoptionRanking[];
  @Field(() => [String], { description: 'What a reader has to know of the figures.' })
  notices: string[];
}

@ObjectType({ description: 'Published figures of a tool in an earlier period.' })
export class AdoptionPeriodRow extends AdoptionRow {
  @Field(() => String, { description: 'Name of the period.' })
  period: string;
}

@ObjectType({ description: 'What was published of a tool on a day.' })
export class AdoptionDay {
  @Field(() => String, { description: 'YYYY-MM-DD.' })
  day: string;
  @Field(() => [AdoptionPeriodRow], { description: 'One for each period.' })
  periods: AdoptionPeriodRow[];
}

@ObjectType({ description: 'A part of the methodology.' })
export class MethodologySection {
  @Field(() => String, { description: 'Heading.' })
  title: string;
  @Field(() => [String], { description: 'Text by paragraph.' })
  paragraphs: string[];
}

@ObjectType({ description: 'How public adoption is counted, in plain words.' })
export class Methodology {
  @Field(() => String, { description: 'Version of the methodology.' })
  version: string;
  @Field(() => [MethodologySection], { description: 'Parts in reading order.' })
  sections: MethodologySection[];
  @Field(() => [String], { description: 'What the numbers do not say.' })
  notSaid: string[];
}
