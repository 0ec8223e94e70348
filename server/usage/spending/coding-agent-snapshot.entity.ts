import { Entity } from '@mikro-orm/decorators/legacy';
import { ProviderSnapshot } from '../provider-snapshot.entity.js';
import type { StoredCodexSnapshot } from './codex.rules.js';

/** A coding agent's allowance as the agent reported it. */
@Entity({ discriminatorValue: 'coding_agent' })
export class CodingAgentSnapshot extends ProviderSnapshot {
  declare snapshot: StoredCodexSnapshot;
}
