import { Entity } from '@mikro-orm/decorators/legacy';
import { ProviderSnapshot } from '../provider-snapshot.entity.js';
import type { SearchCounters } from './search-answer.rules.js';

/** What the search provider said of a person's credits. */
@Entity({ discriminatorValue: 'search_api' })
export class SearchSnapshot extends ProviderSnapshot {
  declare snapshot: SearchCounters;
}
