import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { BigIntType, type Opt } from '@mikro-orm/postgresql';

/** How many events of each kind arrived of a UTC day, those too that nothing else counts. */
@Entity({ tableName: 'adoption_count' })
export class EventCount {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  @PrimaryKey({ type: 'date' })
  day: string;

  /** `api`, `csv_import` or `relay`. */
  @PrimaryKey({ type: 'text' })
  source: string;

  /** `first-party` or `sample`: the two are never counted together. */
  @PrimaryKey({ type: 'text' })
  dataLabel: string;

  @PrimaryKey({ type: 'boolean' })
  vendorOwnDomain: boolean;

  /** `none` for an event without a family. */
  @PrimaryKey({ type: 'text' })
  eventFamily: string;

  @Property({ type: new BigIntType('number') })
  events: number;

  @Property({ type: new BigIntType('number'), defaultRaw: '0' })
  eventsWithAccount: Opt<number>;

  /** Events of the families activation and retention, without failed calls. */
  @Property({ type: new BigIntType('number'), defaultRaw: '0' })
  eventsOfUse: Opt<number>;

  /** Those of them without `occurredAt`. */
  @Property({ type: new BigIntType('number'), defaultRaw: '0' })
  eventsOfUseWithoutTime: Opt<number>;
}

/** How many events of a name arrived on a UTC day, whenever they happened, and when the last one did. */
@Entity({ tableName: 'adoption_received' })
export class ReceivedCount {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  /** The UTC day of `received_at`. */
  @PrimaryKey({ type: 'date' })
  day: string;

  /** `api`, `csv_import` or `relay`. */
  @PrimaryKey({ type: 'text' })
  source: string;

  @PrimaryKey({ type: 'text' })
  eventName: string;

  /** `none` for an event without a family. */
  @PrimaryKey({ type: 'text' })
  eventFamily: string;

  @Property({ type: new BigIntType('number') })
  events: number;

  @Property({ type: 'datetime' })
  lastAt: Date;
}

/** Events of a developer on a UTC day for an account, in a family and under a campaign. Only the company’s own server counts, without its own domain; an event without an account has an empty one. */
@Entity({ tableName: 'adoption_activity' })
export class Activity {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  /** `first-party` or `sample`: the two are never counted together. */
  @PrimaryKey({ type: 'text' })
  dataLabel: string;

  @PrimaryKey({ type: 'date' })
  day: string;

  @PrimaryKey({ type: 'text' })
  developerId: string;

  @PrimaryKey({ type: 'text' })
  accountDomain: string;

  /** `none` for an event without a family. */
  @PrimaryKey({ type: 'text' })
  eventFamily: string;

  /** Stands for both texts of the campaign, which together are longer than a key may be; all zeros without one. */
  @PrimaryKey({ type: 'uuid' })
  campaignKey: string;

  @Property({ type: 'text', nullable: true })
  campaignId: string | null;

  @Property({ type: 'text', nullable: true })
  campaignSource: string | null;

  @Property({ type: new BigIntType('number') })
  events: number;

  /** Those of them that may activate or retain. */
  @Property({ type: new BigIntType('number') })
  uses: number;

  /** Those of them that are calls of MCP tools. */
  @Property({ type: new BigIntType('number'), defaultRaw: '0' })
  calls: Opt<number>;

  @Property({ type: new BigIntType('number'), defaultRaw: '0' })
  failedCalls: Opt<number>;

  @Property({ type: 'datetime' })
  firstAt: Date;

  @Property({ type: 'datetime' })
  lastAt: Date;
}

/** The first and the last event of a name on a UTC day, of a developer for an account and under a campaign; of the same events as the activity. */
@Entity({ tableName: 'adoption_named_activity' })
export class NamedActivity {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  /** `first-party` or `sample`: the two are never counted together. */
  @PrimaryKey({ type: 'text' })
  dataLabel: string;

  @PrimaryKey({ type: 'text' })
  eventName: string;

  @PrimaryKey({ type: 'date' })
  day: string;

  @PrimaryKey({ type: 'text' })
  developerId: string;

  /** Empty for events without an account. */
  @PrimaryKey({ type: 'text' })
  accountDomain: string;

  /** The same key as in the activity. */
  @PrimaryKey({ type: 'uuid' })
  campaignKey: string;

  @Property({ type: 'text', nullable: true })
  campaignId: string | null;

  @Property({ type: 'text', nullable: true })
  campaignSource: string | null;

  @Property({ type: 'datetime' })
  firstAt: Date;

  @Property({ type: 'datetime' })
  lastAt: Date;
}

/** Calls of an MCP tool on a UTC day, by what their receipts name; a name that a receipt does not have is empty. */
@Entity({ tableName: 'adoption_tool_call' })
export class ToolCalls {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  /** `first-party` or `sample`: the two are never counted together. */
  @PrimaryKey({ type: 'text' })
  dataLabel: string;

  @PrimaryKey({ type: 'date' })
  day: string;

  @PrimaryKey({ type: 'text' })
  mcpServer: string;

  @PrimaryKey({ type: 'text' })
  mcpTool: string;

  @Property({ type: new BigIntType('number') })
  calls: number;

  @Property({ type: new BigIntType('number') })
  failed: number;
}

/** Receipts of a kind on a UTC day whose latency lies in one bucket. Outcome, cost and latency are counted where the receipt has them. */
@Entity({ tableName: 'adoption_receipt' })
export class ReceiptCount {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  /** `first-party` or `sample`: the two are never counted together. */
  @PrimaryKey({ type: 'text' })
  dataLabel: string;

  @PrimaryKey({ type: 'date' })
  day: string;

  @PrimaryKey({ type: 'text' })
  receiptType: string;

  /** The bucket of `bucketText` (`rollup.rules.ts`); 0 without a latency. */
  @PrimaryKey({ type: 'integer' })
  latencyBucket: number;

  @Property({ type: new BigIntType('number') })
  receipts: number;

  @Property({ type: new BigIntType('number') })
  succeeded: number;

  @Property({ type: new BigIntType('number') })
  failed: number;

  /** Those that have a cost. */
  @Property({ type: new BigIntType('number') })
  costed: number;

  /** The exact sum, as PostgreSQL prints it. */
  @Property({ type: 'decimal', columnType: 'numeric' })
  costCents: string;
}

/** The first activation of a developer, and the earliest use at least 7 × 24 hours after it. */
@Entity({ tableName: 'adoption_developer' })
export class DeveloperEvidence {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  /** `first-party` or `sample`: the two are never counted together. */
  @PrimaryKey({ type: 'text' })
  dataLabel: string;

  @PrimaryKey({ type: 'text' })
  developerId: string;

  @Property({ type: 'datetime' })
  activatedAt: Date;

  @Property({ type: 'uuid' })
  activationEventId: string;

  @Property({ type: 'datetime', nullable: true })
  returnedAt: Date | null;

  @Property({ type: 'uuid', nullable: true })
  returnEventId: string | null;
}

/** The earliest event of a developer that counts, of several at one instant that with the smallest id, and the campaign that it names. */
@Entity({ tableName: 'adoption_first_seen' })
@Index({ name: 'adoption_first_seen_at', properties: ['organizationId', 'productUuid', 'dataLabel', 'at'] })
export class FirstSeen {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  /** `first-party` or `sample`: the two are never counted together. */
  @PrimaryKey({ type: 'text' })
  dataLabel: string;

  @PrimaryKey({ type: 'text' })
  developerId: string;

  @Property({ type: 'datetime' })
  at: Date;

  @Property({ type: 'uuid' })
  eventId: string;

  @Property({ type: 'text', nullable: true })
  campaignId: string | null;

  @Property({ type: 'text', nullable: true })
  campaignSource: string | null;
}

/** A use that is no return yet: of a developer without an activation, or earlier than 7 × 24 hours after it. An earlier activation that arrives late may make a return of it; later uses than the earliest return need no row. */
@Entity({ tableName: 'adoption_early_use' })
export class EarlyUse {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  /** `first-party` or `sample`: the two are never counted together. */
  @PrimaryKey({ type: 'text' })
  dataLabel: string;

  @PrimaryKey({ type: 'text' })
  developerId: string;

  @PrimaryKey({ type: 'datetime' })
  at: Date;

  /** The smallest id of several uses of one instant. */
  @Property({ type: 'uuid' })
  eventId: string;
}

/** The first activation of any developer of an account. */
@Entity({ tableName: 'adoption_account' })
export class AccountEvidence {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  /** `first-party` or `sample`: the two are never counted together. */
  @PrimaryKey({ type: 'text' })
  dataLabel: string;

  @PrimaryKey({ type: 'text' })
  accountDomain: string;

  @Property({ type: 'datetime' })
  activatedAt: Date;

  @Property({ type: 'uuid' })
  activationEventId: string;
}

/** The number of a developer or account within its organization: by it, and not by a name, it is a bit of `adoption_presence`. It never changes. */
@Entity({ tableName: 'adoption_subject' })
@Index({
  name: 'adoption_subject_number',
  expression: `create unique index adoption_subject_number on adoption_subject (organization_id,
    (case kind when 'account' then -1 - number else number end))`,
})
export class Subject {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  /** `developer` or `account`. */
  @PrimaryKey({ type: 'text' })
  kind: string;

  @PrimaryKey({ type: 'text' })
  name: string;

  @Property({ type: 'integer' })
  number: number;
}

/** Who was there on a UTC day, a bit each: days are united by `or`, so that a developer of several days is counted once. */
@Entity({ tableName: 'adoption_presence' })
export class Presence {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  /** `first-party` or `sample`: the two are never counted together. */
  @PrimaryKey({ type: 'text' })
  dataLabel: string;

  @PrimaryKey({ type: 'date' })
  day: string;

  /** `developer` and `account`: with an event of the family; `use`: developers with an event that may activate or retain, whatever its family. */
  @PrimaryKey({ type: 'text' })
  kind: string;

  /** `none` for an event without a family; empty for `use`. */
  @PrimaryKey({ type: 'text' })
  eventFamily: string;

  /** Which 1,024 numbers the bits stand for. */
  @PrimaryKey({ type: 'integer' })
  chunk: number;

  @Property({ type: 'text', columnType: 'bit(1024)' })
  bits: string;
}

/** A closed period whose activity was compacted, and how many events it had then: an event that came later is in none of its rows. */
@Entity({ tableName: 'adoption_period' })
export class Period {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  /** `first-party` or `sample`: the two are never counted together. */
  @PrimaryKey({ type: 'text' })
  dataLabel: string;

  /** How long it is. */
  @PrimaryKey({ type: 'integer' })
  days: number;

  @PrimaryKey({ type: 'date' })
  firstDay: string;

  @Property({ type: new BigIntType('number') })
  events: number;
}

/** The activity of a period: what `adoption_activity` has of its days, in a row each and once more without the families. */
@Entity({ tableName: 'adoption_period_activity' })
export class PeriodActivity {
  @PrimaryKey({ type: 'uuid' })
  organizationId: string;

  @PrimaryKey({ type: 'uuid' })
  productUuid: string;

  /** `first-party` or `sample`: the two are never counted together. */
  @PrimaryKey({ type: 'text' })
  dataLabel: string;

  @PrimaryKey({ type: 'integer' })
  days: number;

  /** `none` for events without a family; empty for those of all families. */
  @PrimaryKey({ type: 'text' })
  eventFamily: string;

  @PrimaryKey({ type: 'date' })
  firstDay: string;

  @PrimaryKey({ type: 'text' })
  developerId: string;

  @PrimaryKey({ type: 'text' })
  accountDomain: string;

  /** The same key as in the activity. */
  @PrimaryKey({ type: 'uuid' })
  campaignKey: string;

  @Property({ type: 'text', nullable: true })
  campaignId: string | null;

  @Property({ type: 'text', nullable: true })
  campaignSource: string | null;

  @Property({ type: new BigIntType('number') })
  events: number;

  @Property({ type: 'datetime' })
  firstAt: Date;

  @Property({ type: 'datetime' })
  lastAt: Date;
}
