import { IsBoolean, IsEnum, IsInt, IsNumber, IsOptional, Max, Min } from 'class-validator';
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { IsId, IsText } from '../../platform/constraints.js';
import { sortsOf, TimedPageArgs } from '../../platform/paging/sorted.args.js';
import { FieldNote, latencyMaxMs } from '../../tracking/index.js';
import { SLUG_LENGTH_MAX } from './connection.types.js';
import { RelayFailure } from './retry.rules.js';

export enum UsageReceiptType {
  model_call = 'model_call',
  api_call = 'api_call',
  mcp_tool_call = 'mcp_tool_call',
  tool_call = 'tool_call',
  search = 'search',
  spend = 'spend',
  build = 'build',
}
registerEnumType(UsageReceiptType, { name: 'UsageReceiptType' });

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
  @IsId('tol')
  toolId?: string | null;

  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsText(SLUG_LENGTH_MAX)
  toolSlug?: string | null;

  @Field(() => UsageReceiptType)
  receiptType: UsageReceiptType;

  @Field(() => String, {
    description: 'The key of the actual operation, reused for every retry of the receipt; 1 to 255 characters.',
  })
  @IsText(255)
  idempotencyKey: string;

  @Field(() => Boolean, { nullable: true })
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
  @IsId('prj')
  projectId?: string | null;
}

@ObjectType()
export class StoredUsageReceipt {
  @Field(() => ID)
  id: string;

  @Field(() => ID)
  toolId: string;

  @Field(() => UsageReceiptType)
  receiptType: UsageReceiptType;

  @Field(() => UsageReceiptState)
  state: UsageReceiptState;

  @Field(() => Date)
  createdAt: Date;
}

@ObjectType()
export class ReceiptConnection {
  @Field(() => Boolean, {
    description: 'Your connection with the tool is active and the tool has a vendor to share with.',
  })
  sharedWithVendor: boolean;

  @Field(() => Boolean)
  vendorOrganizationLinked: boolean;

  @Field(() => Boolean, {
    description: 'Your connection has expired or was revoked; only the browser makes it again, no receipt does.',
  })
  reconnectRequired: boolean;
}

@ObjectType()
export class ReportedUsage {
  @Field(() => UsageOutcome)
  outcome: UsageOutcome;

  @Field(() => StoredUsageReceipt)
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
  @IsId('prj')
  projectId?: string | null;

  @Field(() => ReceiptResult, { nullable: true, description: 'Only receipts with this result.' })
  @IsOptional()
  @IsEnum(ReceiptResult)
  result?: ReceiptResult | null;

  @Field(() => ID, { nullable: true, description: 'Only this receipt.' })
  @IsOptional()
  @IsId('urc')
  receiptId?: string | null;
}
