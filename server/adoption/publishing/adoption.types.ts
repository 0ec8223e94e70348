import { IsInt, Max, Min } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { ToolMeasure } from '../../directory/index.js';
import { deprecatedUntil } from '../../platform/deprecation.rules.js';
import { enumOf, IsOneOf, TakesOneOf } from '../../platform/graphql/choices.js';
import { componentIds, gradeNames } from './agent-rank.rules.js';
import { cohorts, periodIds, publishedLabels } from './snapshot.types.js';

export const ADOPTION_LIMITS = { min: 1, max: 100, default: 25 } as const;
export const HISTORY_DAYS = { min: 1, max: 400, default: 90 } as const;

const rankingLabels = [...publishedLabels, 'public-source'] as const;
const LABELS = `One of ${publishedLabels.join(', ')}.`;
const COHORTS = 'In all but reported every number is null.';
const Cohorts = enumOf('AdoptionCohortState', cohorts, 'Whether a cohort is published, or why it is not.');

@ArgsType()
export class AdoptionArgs {
  @Field(() => String, { defaultValue: '30d', description: `One of ${periodIds.join(', ')}.` })
  @TakesOneOf(periodIds)
  period: (typeof periodIds)[number];

  @Field(() => Int, { defaultValue: ADOPTION_LIMITS.default, description: '1 to 100.' })
  @IsInt()
  @Min(ADOPTION_LIMITS.min)
  @Max(ADOPTION_LIMITS.max)
  limit: number;

  @Field(() => String, { nullable: true, description: 'nextCursor of the page before; it names its snapshot.' })
  cursor?: string | null;

  @Field(() => String, { nullable: true, description: 'The snapshot of a day, YYYY-MM-DD; the newest when absent.' })
  day?: string | null;

  @Field(() => ID, { nullable: true, description: 'The snapshot itself, instead of its day.' })
  snapshot?: string | null;
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

@ObjectType({ description: 'Parameters of the numbers that never count in public; the numbers themselves are secret.' })
export class WithheldRates {
  @Field(() => Float, { description: 'Of every count of developers.' })
  developers: number;
  @Field(() => Float, { description: 'Of accounts.' })
  accounts: number;
  @Field(() => Float, { description: 'Of events and calls.' })
  events: number;
}

@ObjectType({ description: 'Numbers that never count in public: n with probability (1 − q) · qⁿ.' })
export class WithheldNumbers {
  @Field(() => WithheldRates, { description: 'The rate of each kind of count.' })
  q: WithheldRates;
  @Field(() => Int, { description: 'No number of developers or accounts is larger.' })
  atMost: number;
  @Field(() => Int, { description: 'No number of events or calls is larger.' })
  eventsAtMost: number;
}

@ObjectType({ description: 'The one window that these are published for.' })
export class PublishedIn {
  @Field(() => String, { description: 'Developers that activated.' })
  activated: string;
  @Field(() => String, { description: 'Developers that came back.' })
  retained: string;
  @Field(() => String, { description: 'Every share of a row.' })
  shares: string;
  @Field(() => String, { description: 'Number of counted events.' })
  events: string;
}

@ObjectType({ description: 'Bounds of what is published.' })
export class AdoptionMethodology {
  @Field(() => String, { description: 'Version of the methodology.' })
  version: string;
  @Field(() => String, { description: 'Page that explains it.' })
  url: string;
  @Field(() => MinimumCohort, { description: 'The smallest cohort that is published.' })
  minimumCohort: MinimumCohort;
  @Field(() => WithheldNumbers, { description: 'Numbers that never count in public.' })
  withheld: WithheldNumbers;
  @Field(() => PublishedIn, { description: 'Numbers that are published for one window alone.' })
  publishedIn: PublishedIn;
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
  @Field(() => [String], {
    description: 'Public facts that it was computed from: for docs readiness url, llmsTxt and openapi.',
  })
  facts: readonly string[];
}

@ObjectType({ description: 'Shares of 90 days in percent, to the nearest 5; null where too few stand behind one.' })
export class AdoptionShares {
  @Field(() => Int, { nullable: true, description: 'New developers who activated, of all new ones.' })
  activation: number | null;
  @Field(() => Int, {
    nullable: true,
    description: 'Developers back within 14 days, of those who activated 14 days earlier.',
  })
  return: number | null;
  @Field(() => Int, {
    nullable: true,
    description: 'Developers of at least two of the last four ISO weeks, of those of any.',
  })
  steadyUse: number | null;
  @Field(() => Int, { nullable: true, description: 'Tool calls that succeeded.' })
  toolSuccess: number | null;
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
  @Field(() => Cohorts, { description: COHORTS })
  cohort: string;
  @Field(() => AdoptionShares, { description: 'Shares of 90 days; null in rows of other periods.' })
  shares: AdoptionShares;
  @Field(() => Int, {
    nullable: true,
    description: 'Tool calls that succeeded, in percent, to the nearest 5.',
    ...deprecatedUntil('2027-05-27', 'Use shares.toolSuccess'),
  })
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
  measures: Pick<ToolMeasure, 'kind' | 'subject' | 'value' | 'label' | 'source' | 'asOf' | 'change' | 'changeSince'>[];
}

@ObjectType({ description: 'The published rows of a category added up; who uses two of its tools counts in both.' })
export class AdoptionCategory extends AdoptionCounts {
  @Field(() => String, { description: 'Category of the directory.' })
  category: string;
  @Field(() => String, { description: LABELS })
  @IsOneOf(publishedLabels)
  label: string;
  @Field(() => Cohorts, { description: COHORTS })
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
  @Field(() => String, {
    nullable: true,
    description: 'The main package that a public source counts, such as npm:stripe.',
  })
  subject: string | null;
  @Field(() => String, { nullable: true, description: 'Day of the figure, YYYY-MM-DD.' })
  asOf: string | null;
  @Field(() => String, { nullable: true, description: 'Where a public figure was read; null for reported ones.' })
  source: string | null;
}

@ObjectType({ description: 'Tools by one figure.' })
export class AdoptionRanking {
  @Field(() => String, { description: 'Name of the ranking.' })
  id: string;
  @Field(() => String, { description: 'Heading of the ranking.' })
  title: string;
  @Field(() => String, {
    description: `One of ${rankingLabels.join(', ')}; public-source is never mixed with the others.`,
  })
  @IsOneOf(rankingLabels)
  label: string;
  @Field(() => String, { nullable: true, description: 'Day of its newest figure.' })
  asOf: string | null;
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
  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
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

@ObjectType({ description: 'How many tools that send events were published and withheld on a day; no names.' })
export class ExcludedTools {
  @Field(() => String, { description: 'Day of the snapshot, YYYY-MM-DD; its rows of 30 days are counted.' })
  day: string;
  @Field(() => Int, { description: 'Tools whose numbers were published.' })
  reported: number;
  @Field(() => Int, { description: 'Tools of which one account stood for too much.' })
  suppressed: number;
  @Field(() => Int, { description: 'Tools with too few developers or accounts.' })
  insufficient: number;
}

@ObjectType({ description: 'How public adoption is counted, in plain words.' })
export class Methodology {
  @Field(() => String, { description: 'Version of the methodology.' })
  version: string;
  @Field(() => [MethodologySection], { description: 'Parts in reading order.' })
  sections: MethodologySection[];
  @Field(() => [String], { description: 'What the numbers do not say.' })
  notSaid: string[];
  @Field(() => [ExcludedTools], {
    nullable: true,
    description: 'The last 90 days on which ten tools sent events, newest first; null while they can’t be read.',
  })
  exclusions: ExcludedTools[] | null;
}

@ObjectType({ description: 'A snapshot of adoption that was published; it never changes.' })
export class AdoptionSnapshotSummary {
  @Field(() => ID, { description: 'Identifier with the prefix of its kind.' })
  snapshotId: string;

  @Field(() => String, { description: 'Day that its windows end with, YYYY-MM-DD (UTC).' })
  day: string;

  @Field(() => String, { description: 'Version of the methodology that made it.' })
  methodology: string;

  @Field(() => Date, { description: 'Moment at which it was made.' })
  createdAt: Date;
}

@ObjectType({ description: 'One page of a list.' })
export class AdoptionSnapshotList {
  @Field(() => [AdoptionSnapshotSummary], { description: 'Snapshots of this page, newest first.' })
  items: AdoptionSnapshotSummary[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;
}
