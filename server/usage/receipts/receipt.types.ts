import { IsBoolean, IsEnum, IsInt, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsText } from '../../platform/constraints.js';
import { IdOf } from '../../platform/graphql/id.edge.js';
import { sortsOf, TimedPageArgs } from '../../platform/paging/sorted.args.js';
import { FieldNote, latencyMaxMs } from '../../tracking/index.js';
import { SLUG_LENGTH_MAX, ToolConnection, UsageTool } from './connection.types.js';

export enum UsageReceiptType {
  model_call = 'model_call',
  api_call = 'api_call',
  mcp_tool_call = 'mcp_tool_call',
  tool_call = 'tool_call',
  search = 'search',
  spend = 'spend',
  build = 'build',
}
registerEnumType(UsageReceiptType, { name: 'UsageReceiptType', description: 'Kinds of use that a receipt is about.' });

export enum UsageOutcome {
  queued = 'queued',
  vendor_unlinked = 'vendor_unlinked',
  existing_receipt = 'existing_receipt',
  relay_unavailable = 'relay_unavailable',
}
registerEnumType(UsageOutcome, {
  name: 'UsageOutcome',
  description:
    'What became of a report. In all four the receipt is stored for its owner; queued is not confirmed delivery.',
});

export enum UsageReceiptState {
  stored = 'stored',
  waiting = 'waiting',
  queued = 'queued',
  delivered = 'delivered',
  failed = 'failed',
  stopped = 'stopped',
}
registerEnumType(UsageReceiptState, {
  name: 'UsageReceiptState',
  description:
    'stored: for its owner alone. waiting: the queue did not take it yet. queued → delivered | failed (every attempt was in vain). stopped: the consent or the vendor’s link ended before it was delivered.',
});
/** Why a receipt was not delivered: for its owner, in our words alone. */
export enum RelayFailure {
  /** Its owner revoked the connection before it was delivered. */
  connection_revoked = 'connection_revoked',
  /** The connection expired before the queue took it. */
  connection_expired = 'connection_expired',
  /** The vendor's link to the tool, its verified domain or its product was gone before it was delivered. */
  vendor_unlinked = 'vendor_unlinked',
  /** Every attempt failed on our side. */
  delivery_failed = 'delivery_failed',
}
registerEnumType(RelayFailure, { name: 'RelayFailure', description: 'Why a receipt was not delivered.' });

/** Specification §2.5 and decisions §7; a delivered receipt says its duration as the latency of the event. */
const bounds = { durationMs: latencyMaxMs, spendCents: 100_000_000 } as const;

@InputType({
  description:
    'One use of a tool, reported by the agent or person that did it. What is not known is left out: nothing is taken for zero.',
})
export class ReportUsageInput {
  @Field(() => ID, { nullable: true, description: 'tol_…; this or toolSlug.' })
  @IsOptional()
  @IdOf('tol')
  toolId?: string | null;

  @Field(() => String, { nullable: true, description: 'Short name of the tool; this or toolId.' })
  @IsOptional()
  @IsText(SLUG_LENGTH_MAX)
  toolSlug?: string | null;

  @Field(() => UsageReceiptType, { description: 'Kind of use.' })
  receiptType: UsageReceiptType;

  @Field(() => String, {
    description: 'The key of the actual operation, reused for every retry of the receipt; 1 to 255 characters.',
  })
  @IsText(255)
  idempotencyKey: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether the use succeeded; left out where unknown.' })
  @IsOptional()
  @IsBoolean()
  success?: boolean | null;

  @Field(() => Int, { nullable: true, description: `0 to ${bounds.durationMs}.` })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(bounds.durationMs)
  durationMs?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: `US cents, 0 to ${bounds.spendCents}, rounded to 6 decimals. Credits are not currency.`,
  })
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(bounds.spendCents)
  spendCents?: number | null;

  @Field(() => ID, { nullable: true, description: 'One of your published projects that lists this tool.' })
  @IsOptional()
  @IdOf('prj')
  projectId?: string | null;
}

@ObjectType({ description: 'A receipt as the answer to a report names it.' })
export class StoredUsageReceipt {
  @Field(() => ID, { description: 'Identifier, urc_….' })
  @IdOf('urc')
  id: string;

  @Field(() => ID, { description: 'The tool that was used.' })
  @IdOf('tol')
  toolId: string;

  @Field(() => UsageReceiptType, { description: 'Kind of use.' })
  receiptType: UsageReceiptType;

  @Field(() => UsageReceiptState, { description: 'How far it has come on its way to the vendor.' })
  state: UsageReceiptState;

  @Field(() => Date, { description: 'Moment at which it was stored.' })
  createdAt: Date;
}

@ObjectType({ description: "Whether a receipt is shared with the tool's vendor." })
export class ReceiptConnection {
  @Field(() => Boolean, {
    description: 'Your connection with the tool is active and the tool has a vendor to share with.',
  })
  sharedWithVendor: boolean;

  @Field(() => Boolean, { description: 'The tool has a verified vendor here.' })
  vendorOrganizationLinked: boolean;

  @Field(() => Boolean, {
    description: 'Your connection has expired or was revoked; only the browser makes it again, no receipt does.',
  })
  reconnectRequired: boolean;
}

@ObjectType({ description: 'Reply to a report.' })
export class ReportedUsage {
  @Field(() => UsageOutcome, { description: 'Fate of the report.' })
  outcome: UsageOutcome;

  @Field(() => StoredUsageReceipt, { description: 'The stored receipt.' })
  receipt: StoredUsageReceipt;

  @Field(() => ReceiptConnection, { description: 'As it was at admission; of an existing receipt, as it is now.' })
  connection: ReceiptConnection;

  @Field(() => [FieldNote], { description: 'What of the report was not stored as it was sent.' })
  warnings: FieldNote[];
}

export enum ReceiptResult {
  succeeded = 'succeeded',
  failed = 'failed',
  unknown = 'unknown',
}
registerEnumType(ReceiptResult, {
  name: 'ReceiptResult',
  description: 'Whether what a receipt is about succeeded; unknown where the report left it out.',
});

export const receiptSorts = sortsOf(['created', 'tool', 'state'], '-created');

@ArgsType()
export class UsageArgs extends TimedPageArgs(receiptSorts, 'the tool’s name or slug or the receipt’s type', 'Created') {
  @Field(() => [UsageReceiptState], { nullable: true, description: 'Only receipts in one of these states.' })
  @IsOptional()
  @IsEnum(UsageReceiptState, { each: true })
  state?: UsageReceiptState[] | null;

  @Field(() => String, { nullable: true, description: 'Only receipts of this tool.' })
  @IsOptional()
  @IsText(SLUG_LENGTH_MAX)
  toolSlug?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only receipts that name this project.' })
  @IsOptional()
  @IdOf('prj')
  projectId?: string | null;

  @Field(() => ReceiptResult, { nullable: true, description: 'Only receipts with this result.' })
  @IsOptional()
  @IsEnum(ReceiptResult)
  result?: ReceiptResult | null;

  @Field(() => ID, { nullable: true, description: 'Only this receipt.' })
  @IsOptional()
  @IdOf('urc')
  receiptId?: string | null;
}

@ObjectType('UsageReceipt', {
  description: 'One use of a tool, and how far its receipt has come on its way to the vendor.',
})
export class ListedReceipt {
  @Field(() => ID, { description: 'Identifier, urc_….' })
  @IdOf('urc')
  id: string;

  @Field(() => UsageTool, { description: 'The tool that was used.' })
  tool: UsageTool;

  @Field(() => UsageReceiptType, { description: 'Kind of use.' })
  receiptType: UsageReceiptType;

  @Field(() => UsageReceiptState, { description: 'How far it has come on its way to the vendor.' })
  state: UsageReceiptState;

  @Field(() => Boolean, { nullable: true, description: 'Whether the use succeeded; null where unknown.' })
  success: boolean | null;

  @Field(() => Int, { nullable: true, description: 'Milliseconds; null where unknown.' })
  durationMs: number | null;

  /** The stored decimal as the number that was sent: six decimals below 100,000,000 are exact in it. */
  @Field(() => Float, { nullable: true, description: 'US cents; null where unknown.' })
  spendCents: number | null;

  @Field(() => ID, { nullable: true, description: 'The project that it was for; null for none.' })
  @IdOf('prj')
  projectId: string | null;

  @Field(() => Date, { description: 'Moment at which it was stored.' })
  createdAt: Date;

  @Field(() => Date, { nullable: true, description: 'Moment at which the vendor got it; null before.' })
  deliveredAt: Date | null;

  @Field(() => Date, { description: 'When its state or its attempts last changed.' })
  updatedAt: Date;

  @Field(() => RelayFailure, { nullable: true, description: 'Reason why it was not delivered; null without one.' })
  failure: RelayFailure | null;

  @Field(() => Int, { description: 'Attempts at delivery that have failed.' })
  attempts: number;

  @Field(() => Date, { nullable: true, description: 'Moment of the next attempt at delivery; null where none is due.' })
  nextAttemptAt: Date | null;
}

@ObjectType({ description: 'Newest receipts first, and every connection.' })
export class Usage {
  @Field(() => [ListedReceipt], { description: 'Receipts of this page.' })
  receipts: ListedReceipt[];

  @Field(() => [ToolConnection], { description: 'Consents of the person.' })
  connections: ToolConnection[];

  @Field(() => String, { nullable: true, description: 'Send it as cursor for the next page; null on the last one.' })
  nextCursor: string | null;

  @Field(() => String, { description: 'A reminder that queued is not delivered.' })
  notice: string;
}
