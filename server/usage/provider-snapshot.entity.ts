import { Entity, Enum, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { PrefixedId } from '../platform/database/id.type.js';

/** The latest run as the client reported it; `occurredAt` is ISO 8601. */
export interface StoredRun {
  readonly occurredAt: string;
  readonly requestId: string | null;
  readonly credits: number | null;
  readonly durationMs: number | null;
  readonly applicationName: string | null;
}

const PROVIDERS = ['search_api', 'web_data_api', 'coding_agent'] as const;

/** The newest reading of a person's account at a provider. What it says is each provider's own: a subclass declares its shape. */
@Entity({ tableName: 'provider_snapshot', discriminatorColumn: 'provider', abstract: true })
export abstract class ProviderSnapshot {
  @PrimaryKey({ type: new PrefixedId('usr') })
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
