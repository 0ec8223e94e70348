import { Entity, Enum, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** The latest run as the client reported it; `occurredAt` is ISO 8601. */
export interface StoredRun {
  readonly occurredAt: string;
  readonly requestId: string | null;
  readonly credits: number | null;
  readonly durationMs: number | null;
  readonly applicationName: string | null;
}

/** The providers whose balances are asked for. */
export type BalanceProvider = 'search_api' | 'web_data_api';

export type AttemptOutcome = 'succeeded' | 'failed';

/** The counters of a search provider's answer, in credits of the current billing cycle; what it did not say is null, never 0. */
export interface SearchCounters {
  readonly key: { readonly usage: number | null; readonly limit: number | null; readonly remaining: number | null };
  readonly account: {
    readonly plan: string | null;
    readonly planUsage: number | null;
    readonly planLimit: number | null;
    readonly planRemaining: number | null;
    readonly paygoUsage: number | null;
    readonly paygoLimit: number | null;
  };
}

/** Money at the web data provider; what it did not say is null. A balance may be negative. */
export interface WebDataAmounts {
  readonly amount: number | null;
  /** The amount that the provider will bill in the next cycle as of now; not a monthly bill. */
  readonly pendingAmount: number | null;
  /** Only where the answer itself says it, and as one of ours. */
  readonly currency: string | null;
}

/** A rate-limit window of a coding agent, as it is stored. */
export interface StoredWindow {
  readonly usedPercent: number | null;
  readonly windowDurationMins: number | null;
  readonly resetsAt: number | null;
}

/** A coding agent's allowance as it is stored; its time is a column of its own. */
export interface StoredCodexSnapshot {
  readonly planType: string | null;
  readonly creditsBalance: number | null;
  readonly primary: StoredWindow | null;
  readonly secondary: StoredWindow | null;
}

const PROVIDERS = ['search_api', 'web_data_api', 'coding_agent'] as const;

/** The newest reading of a person's account at a provider. What it says is each provider's own: a subclass declares its shape. */
@Entity({ tableName: 'provider_snapshot', discriminatorColumn: 'provider', abstract: true })
export abstract class ProviderSnapshot {
  @PrimaryKey({ type: 'uuid' })
  userId: string;

  @Enum({ items: () => [...PROVIDERS], type: 'text', primary: true, index: false })
  provider: (typeof PROVIDERS)[number];

  @Property({ type: 'json' })
  snapshot: unknown;

  @Property({ type: 'datetime' })
  checkedAt: Date;

  @Property({ type: 'json', nullable: true })
  lastRun: StoredRun | null;

  @Property({ type: 'datetime', nullable: true })
  lastRunAt: Date | null;

  @Property({ type: 'datetime' })
  updatedAt: Date;
}

/** A coding agent's allowance as the agent reported it. */
@Entity({ discriminatorValue: 'coding_agent' })
export class CodingAgentSnapshot extends ProviderSnapshot {
  declare snapshot: StoredCodexSnapshot;
}

/** A person's credits, as the search provider told them. */
@Entity({ discriminatorValue: 'search_api' })
export class SearchSnapshot extends ProviderSnapshot {
  declare snapshot: SearchCounters;
}

/** A person's money, as the web data provider told it. */
@Entity({ discriminatorValue: 'web_data_api' })
export class WebDataSnapshot extends ProviderSnapshot {
  declare snapshot: WebDataAmounts;
}

/** One call to a provider that was decided upon; its outcome stays null where the process died in between. */
@Entity({ tableName: 'provider_attempt' })
@Index({ name: 'provider_attempt_at', columns: [{ name: 'user_id' }, { name: 'at', sort: 'desc' }] })
export class ProviderAttempt {
  @PrimaryKey({ type: 'uuid' })
  userId: string;

  @PrimaryKey({ type: 'uuid' })
  id: string;

  @Property({ type: 'text' })
  provider: BalanceProvider;

  @Property({ type: 'datetime' })
  at: Date;

  @Enum({ items: () => ['succeeded', 'failed'], type: 'text', nullable: true })
  outcome: AttemptOutcome | null;
}
