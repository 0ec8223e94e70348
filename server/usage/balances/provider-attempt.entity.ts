import { Entity, Enum, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { PrefixedId } from '../../platform/database/id.type.js';
import type { AttemptOutcome } from './budget.rules.js';
import type { BalanceProvider } from './provider-key.rules.js';

/** One call to a provider that was decided upon; its outcome stays null where the process died in between. */
@Entity({ tableName: 'provider_attempt' })
@Index({ name: 'provider_attempt_at', columns: [{ name: 'user_id' }, { name: 'at', sort: 'desc' }] })
export class ProviderAttempt {
  @PrimaryKey({ type: new PrefixedId('usr') })
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
