import { IsInt, Max, Min } from 'class-validator';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ArgsType, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsProductId } from '../accounts/index.js';
import {
  AdoptionCohort,
  AdoptionOfAccount,
  AdoptionOfCampaign,
  AdoptionOfFamily,
  AdoptionOfToolCall,
  AdoptionSource,
  AdoptionTotals,
  AdoptionWindow,
  UnknownFigure,
} from '../adoption/index.js';
import { IdOf } from '../platform/graphql/id.edge.js';
import { EnterpriseArgs } from './enterprise.types.js';
import { GradeId, ReportGrade } from './grade.rules.js';

/** Bounds of the specification (§8). */
const PERIOD_DAYS = { min: 7, max: 365 };

registerEnumType(ReportGrade, {
  name: 'EnterpriseGrade',
  description: 'A is the best. A grade is null, with a reason, where its basis is missing.',
});
registerEnumType(GradeId, { name: 'EnterpriseGradeId', description: 'Parts of a report that have a grade.' });

@ArgsType()
export class EnterpriseReportArgs extends EnterpriseArgs {
  @Field(() => String, { description: 'A product by the id that events carry.' })
  @IsProductId()
  override productId: string;

  @Field(() => Int, {
    description: `The report covers this many closed UTC days before today, ${PERIOD_DAYS.min} to ${PERIOD_DAYS.max}.`,
  })
  @IsInt()
  @Min(PERIOD_DAYS.min)
  @Max(PERIOD_DAYS.max)
  periodDays: number;

  @Field(() => String, {
    nullable: true,
    description:
      'nextCursor of the answer before, with the same product and period: it gets the rows that were left out.',
  })
  cursor?: string | null;
}

@ObjectType({ description: 'Organization and product of an answer.' })
export class EnterpriseScope {
  @Field(() => ID, { description: 'The organization that the answer is about.' })
  @IdOf('org')
  organizationId: string;

  @Field(() => String, { description: 'As events carry it.' })
  productId: string;
}

@ObjectType({ description: 'The UTC days that a number is about; without a beginning it is about all events so far.' })
export class EnterpriseFactWindow {
  @Field(() => String, { nullable: true, description: 'First UTC day; null for all days so far.' })
  from: string | null;

  @Field(() => String, { description: 'Last UTC day.' })
  to: string;

  @Field(() => Int, { nullable: true, description: 'How many days it has; null for all days so far.' })
  days: number | null;
}

@ObjectType({ description: 'A number that stands out, with the window and the label that it has.' })
export class EnterpriseFinding {
  @Field(() => String, { description: 'The finding in a line.' })
  title: string;

  @Field(() => String, { description: 'Name of the figure.' })
  metric: string;

  @Field(() => Float, { nullable: true, description: 'The figure; null where unknown.' })
  value: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'The same number of the window before; null where none is compared.',
  })
  previous: number | null;

  @Field(() => EnterpriseFactWindow, { nullable: true, description: 'Null where the caller named none.' })
  window: EnterpriseFactWindow | null;

  @Field(() => String, { description: 'Evidence label of its events.' })
  label: string;
}

@ObjectType({ description: 'The verdict. It comes first, so that an answer that was cut still tells the truth.' })
export class EnterpriseSummary {
  @Field(() => ReportGrade, { nullable: true, description: 'The mean of at least three grades, rounded down.' })
  grade: ReportGrade | null;

  @Field(() => String, { description: 'The verdict in a sentence or two.' })
  headline: string;

  @Field(() => [String], { description: 'Pointers to everything that is null; nulls has their reasons.' })
  nulls: string[];

  @Field(() => [EnterpriseFinding], {
    description: 'The three actions of highest rank, or else the three largest relative changes of totals.',
  })
  largest: EnterpriseFinding[];
}

@ObjectType({ description: 'Computed from buckets: at most 2 % from the latency of any receipt.' })
export class EnterpriseLatency {
  @Field(() => Float, { nullable: true, description: 'Half of the receipts with a latency took at most so long.' })
  p50: number | null;

  @Field(() => Float, { nullable: true, description: '95 % of them took at most so long.' })
  p95: number | null;
}

@ObjectType({ description: 'Outcome, cost and latency are of the receipts that have them, and null where none has.' })
class EnterpriseReceiptNumbers {
  @Field(() => GraphQLSafeInt, { description: 'How many there are.' })
  receipts: number;

  @Field(() => GraphQLSafeInt, { description: 'Receipts that say whether the call succeeded.' })
  withOutcome: number;

  @Field(() => Float, { nullable: true, description: 'Successful ones ÷ withOutcome.' })
  successShare: number | null;

  @Field(() => GraphQLSafeInt, { description: 'Receipts that have a cost.' })
  withCost: number;

  @Field(() => Float, { nullable: true, description: 'The sum of their costs in US cents, with up to 6 decimals.' })
  costCents: number | null;

  @Field(() => GraphQLSafeInt, { description: 'Receipts that have a latency.' })
  withLatency: number;

  @Field(() => EnterpriseLatency, { description: 'Latencies in milliseconds.' })
  latencyMs: EnterpriseLatency;
}

@ObjectType({ description: 'Receipts of one kind.' })
export class EnterpriseReceiptType extends EnterpriseReceiptNumbers {
  @Field(() => String, { description: 'model_call, api_call, mcp_tool_call, spend or build.' })
  receiptType: string;
}

@ObjectType({
  description:
    'Receipts that the counted events carry in metadata.usageReceipt. What people report of their own use is in none of these numbers.',
})
export class EnterpriseReceipts {
  @Field(() => [EnterpriseReceiptType], { description: 'Receipts by kind.' })
  byType: EnterpriseReceiptType[];

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Null where folding began to count receipts within the window.',
  })
  receipts: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Receipts that say whether the call succeeded.' })
  withOutcome: number | null;

  @Field(() => Float, { nullable: true, description: 'Successful ones ÷ withOutcome.' })
  successShare: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Receipts that have a cost.' })
  withCost: number | null;

  @Field(() => Float, { nullable: true, description: 'The sum of their costs in US cents, with up to 6 decimals.' })
  costCents: number | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'Receipts that have a latency.' })
  withLatency: number | null;

  @Field(() => EnterpriseLatency, { description: 'Latencies in milliseconds.' })
  latencyMs: EnterpriseLatency;
}

@ObjectType({ description: 'A part of the report with its grade.' })
export class EnterpriseGraded {
  @Field(() => GradeId, { description: 'Name of the part.' })
  id: GradeId;

  @Field(() => Float, { nullable: true, description: 'The number that is graded.' })
  value: number | null;

  @Field(() => ReportGrade, { nullable: true, description: 'A to E; null where its basis is missing.' })
  grade: ReportGrade | null;

  @Field(() => String, { description: 'The counts that the value was made of.' })
  basis: string;

  @Field(() => String, { nullable: true, description: 'Why there is no grade.' })
  reason: string | null;
}

@ObjectType({ description: 'Rows of a list that this answer has no room for; nextCursor gets them.' })
export class EnterpriseTruncation {
  @Field(() => String, { description: 'The member of the answer that is cut.' })
  part: string;

  @Field(() => Int, { description: 'How many of its rows are left out.' })
  rows: number;
}

@ObjectType({
  description:
    'The company view’s numbers for a window, number by number, with grades. Each number has the window and the label of the report, but for previous, which is of previousWindow, and findings, which have their own.',
})
export class EnterpriseReport {
  @Field(() => EnterpriseSummary, { description: 'The verdict.' })
  summary: EnterpriseSummary;

  @Field(() => EnterpriseScope, { description: 'Organization and product.' })
  scope: EnterpriseScope;

  @Field(() => AdoptionWindow, { description: 'Closed UTC days before today.' })
  window: AdoptionWindow;

  @Field(() => AdoptionWindow, { description: 'The interval of equal length before, which previous is about.' })
  previousWindow: AdoptionWindow;

  @Field(() => String, { description: 'first-party, sample, or missing where no event of the window counts.' })
  label: string;

  @Field(() => Date, { description: 'Events recorded by then are counted.' })
  asOf: Date;

  @Field(() => [AdoptionSource], { description: 'Where events came from, and which of them count.' })
  sources: AdoptionSource[];

  @Field(() => [AdoptionOfFamily], { description: 'Figures by family.' })
  funnel: AdoptionOfFamily[];

  @Field(() => AdoptionTotals, { description: 'Figures of the window.' })
  totals: AdoptionTotals;

  @Field(() => AdoptionTotals, { description: 'Figures of previousWindow.' })
  previous: AdoptionTotals;

  @Field(() => [AdoptionOfAccount], { description: 'The 50 with most events.' })
  accounts: AdoptionOfAccount[];

  @Field(() => [AdoptionOfCampaign], { description: 'Campaigns with most events.' })
  campaigns: AdoptionOfCampaign[];

  @Field(() => [AdoptionCohort], { description: 'Cohorts by the week of their first event.' })
  retention: AdoptionCohort[];

  @Field(() => [AdoptionOfToolCall], { description: 'MCP tools with most calls.' })
  toolCalls: AdoptionOfToolCall[];

  @Field(() => EnterpriseReceipts, { description: 'Receipts in the counted events.' })
  receipts: EnterpriseReceipts;

  @Field(() => [EnterpriseGraded], { description: 'Grades by part.' })
  grades: EnterpriseGraded[];

  @Field(() => [UnknownFigure], { description: 'Everything that is null, and why.' })
  nulls: UnknownFigure[];

  @Field(() => [String], { description: 'What a reader has to know of the answer.' })
  notices: string[];

  @Field(() => Boolean, { description: 'Rows are left out of this answer: leftOut counts them, nextCursor gets them.' })
  truncated: boolean;

  @Field(() => [EnterpriseTruncation], { description: 'Empty where nothing is left out.' })
  leftOut: EnterpriseTruncation[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;

  @Field(() => ID, { description: 'The audit receipt of this call.' })
  @IdOf('ear')
  auditReceiptId: string;
}
