import { GraphQLJSONObject } from 'graphql-scalars';
import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Row } from '../platform/row.types.js';
import { DeclareAccountInput, declareAccount } from './account.operations.js';
import {
  CheckCsvImportInput,
  ConfirmCsvImportInput,
  CsvCheck,
  CsvImportAnswer,
  CsvImportArgs,
  CsvImportList,
  CsvImportProblemsArgs,
  CsvImportsArgs,
  CsvRowResultList,
  checkCsvImport,
  confirmCsvImport,
  listCsvImportProblems,
  listCsvImports,
  readCsvImport,
} from './csv/index.js';
import {
  BatchReply,
  EventDefinition,
  TrackBatchArgs,
  TrackedEvent,
  TrackingEventInput,
  TrackReply,
} from './event-answer.types.js';
import { listEventCatalog, readReceiptContract } from './event-catalog.operations.js';
import { CustomerAccount } from './fold.entity.js';
import { listIgnoredEvents, setEventIgnored } from './ignored-event.operations.js';
import { IgnoredEventAnswer, IgnoredEventsArgs, SetEventIgnoredInput } from './ignored-event.types.js';
import {
  type BatchInput,
  DryRunPayloadInput,
  DryRunReply,
  dryRunEvent,
  dryRunPayload,
  PayloadReply,
  readTrackedEvent,
  recordBatch,
  recordEvent,
  TrackedEventArgs,
} from './ingest/index.js';
import {
  EventList,
  EventLog,
  EventLogArgs,
  EventsArgs,
  listEventLog,
  listEvents,
  RefusalStatus,
  RefusalStatusArgs,
  readRefusalStatus,
} from './log/index.js';
import type { TrackingContext } from './tracking.open.js';
import { TrackingPlan } from './tracking-plan.entity.js';
import { readTrackingPlan, TrackingPlanArgs } from './tracking-plan.operations.js';
import { listVerdicts, VerdictList, VerdictsArgs } from './verdicts/index.js';

/** Binds tracking's operations to the schema. The REST shims call the first three methods directly (architecture, A request). */
@Resolver()
export class TrackingResolver {
  @Mutation(() => TrackReply, { nullable: true, description: 'Stores one event, once, for good.' })
  trackEvent(@Arg('event', () => TrackingEventInput) event: unknown, @Ctx() ctx: TrackingContext): Promise<TrackReply> {
    return recordEvent(ctx, asSent(event));
  }

  @Mutation(() => BatchReply, { nullable: true, description: 'Stores up to 50 events, each with its own verdict.' })
  trackBatch(@Args(() => TrackBatchArgs) { events }: TrackBatchArgs, @Ctx() ctx: TrackingContext): Promise<BatchReply> {
    return recordBatch(ctx, { events });
  }

  @Mutation(() => DryRunReply, { nullable: true, description: 'Validates an event and stores nothing.' })
  dryRunEvent(
    @Arg('event', () => TrackingEventInput) event: unknown,
    @Ctx() ctx: TrackingContext,
  ): Promise<DryRunReply> {
    return dryRunEvent(ctx, asSent(event));
  }

  @Mutation(() => PayloadReply, {
    nullable: true,
    description: 'Validates a payload that a member pastes, as a key of the product would send it, and stores nothing.',
  })
  dryRunPayload(
    @Arg('input', () => DryRunPayloadInput) input: DryRunPayloadInput,
    @Ctx() ctx: TrackingContext,
  ): Promise<PayloadReply> {
    return dryRunPayload(ctx, input);
  }

  @Mutation(() => [IgnoredEventAnswer], {
    nullable: true,
    description: 'Switches an event name of a product off, or on again; answers the names that are off then.',
  })
  setEventIgnored(
    @Arg('input', () => SetEventIgnoredInput) input: SetEventIgnoredInput,
    @Ctx() ctx: TrackingContext,
  ): Promise<IgnoredEventAnswer[]> {
    return setEventIgnored(ctx, input);
  }

  @Query(() => [IgnoredEventAnswer], {
    description: 'The event names of a product that are switched off, at most a hundred.',
  })
  ignoredEvents(
    @Args(() => IgnoredEventsArgs) args: IgnoredEventsArgs,
    @Ctx() ctx: TrackingContext,
  ): Promise<IgnoredEventAnswer[]> {
    return listIgnoredEvents(ctx, args);
  }

  @Mutation(() => CustomerAccount, {
    nullable: true,
    description: 'Makes a customer account known before its first event.',
  })
  declareAccount(
    @Arg('input', () => DeclareAccountInput) input: DeclareAccountInput,
    @Ctx() ctx: TrackingContext,
  ): Promise<Row<CustomerAccount>> {
    return declareAccount(ctx, input);
  }

  @Mutation(() => CsvCheck, { nullable: true, description: 'A dry-run of an uploaded file; stores no event.' })
  checkCsvImport(
    @Arg('input', () => CheckCsvImportInput) input: CheckCsvImportInput,
    @Ctx() ctx: TrackingContext,
  ): Promise<CsvCheck> {
    return checkCsvImport(ctx, input);
  }

  @Mutation(() => CsvImportAnswer, { nullable: true, description: 'Starts the import of what was last checked.' })
  confirmCsvImport(
    @Arg('input', () => ConfirmCsvImportInput) input: ConfirmCsvImportInput,
    @Arg('idempotencyKey', () => String, { nullable: true }) idempotencyKey: string | null,
    @Ctx() ctx: TrackingContext,
  ): Promise<CsvImportAnswer> {
    return confirmCsvImport(ctx, Object.assign(input, { idempotencyKey }));
  }

  @Query(() => CsvImportAnswer, { description: 'One import with its progress.' })
  csvImport(@Args(() => CsvImportArgs) args: CsvImportArgs, @Ctx() ctx: TrackingContext): Promise<CsvImportAnswer> {
    return readCsvImport(ctx, args);
  }

  @Query(() => CsvImportList, { description: "The organization's imports, newest first." })
  csvImports(@Args(() => CsvImportsArgs) args: CsvImportsArgs, @Ctx() ctx: TrackingContext): Promise<CsvImportList> {
    return listCsvImports(ctx, args);
  }

  @Query(() => CsvRowResultList, { description: 'The refused rows of an import, available for 30 days.' })
  csvImportProblems(
    @Args(() => CsvImportProblemsArgs) args: CsvImportProblemsArgs,
    @Ctx() ctx: TrackingContext,
  ): Promise<CsvRowResultList> {
    return listCsvImportProblems(ctx, args);
  }

  /** The same batch as it stands in a REST body, envelope included. */
  recordBatchBody(body: unknown, ctx: TrackingContext): Promise<BatchReply> {
    return recordBatch(ctx, body as BatchInput); // the operation reads its input by the JSON Schema of events, whatever it is
  }

  @Query(() => TrackedEvent, { description: 'The event that persisted under an event id or an idempotency key.' })
  trackedEvent(
    @Args(() => TrackedEventArgs) args: TrackedEventArgs,
    @Ctx() ctx: TrackingContext,
  ): Promise<TrackedEvent> {
    return readTrackedEvent(ctx, args);
  }

  @Query(() => [EventDefinition], { description: 'The named events, with their families.' })
  eventCatalog(@Ctx() ctx: TrackingContext): Promise<EventDefinition[]> {
    return listEventCatalog(ctx, {});
  }

  @Query(() => GraphQLJSONObject, { description: 'The JSON Schema of service-usage-receipt-v1, as under its address.' })
  usageReceiptContract(@Ctx() ctx: TrackingContext): Promise<object> {
    return readReceiptContract(ctx, {});
  }

  @Query(() => EventList, { description: 'Stored events of an organization, newest first.' })
  events(@Args(() => EventsArgs) args: EventsArgs, @Ctx() ctx: TrackingContext): Promise<EventList> {
    return listEvents(ctx, args);
  }

  @Query(() => EventLog, { description: 'Events that were sent, stored and refused ones in one list.' })
  eventLog(@Args(() => EventLogArgs) args: EventLogArgs, @Ctx() ctx: TrackingContext): Promise<EventLog> {
    return listEventLog(ctx, args);
  }

  @Query(() => VerdictList, { description: 'The latest answers to events that were sent, newest first.' })
  verdicts(@Args(() => VerdictsArgs) args: VerdictsArgs, @Ctx() ctx: TrackingContext): Promise<VerdictList> {
    return listVerdicts(ctx, args);
  }

  @Query(() => RefusalStatus, { description: 'Whether a kind of refusal still comes, and what was stored since.' })
  refusalStatus(
    @Args(() => RefusalStatusArgs) args: RefusalStatusArgs,
    @Ctx() ctx: TrackingContext,
  ): Promise<RefusalStatus> {
    return readRefusalStatus(ctx, args);
  }

  @Query(() => TrackingPlan, {
    nullable: true,
    description: 'The approved tracking set-up of a product; null without one.',
  })
  trackingPlan(
    @Args(() => TrackingPlanArgs) args: TrackingPlanArgs,
    @Ctx() ctx: TrackingContext,
  ): Promise<Row<TrackingPlan> | null> {
    return readTrackingPlan(ctx, args);
  }
}

/**
 * GraphQL hands in instances whose absent members are undefined; a fingerprint is of what was sent, so those go and the rest is copied
 * as plain JSON. A body that came over REST is plain already and passes as it is.
 */
function asSent(event: unknown): unknown {
  return event instanceof TrackingEventInput ? plain(event) : event;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, plain(member)]),
  );
}
