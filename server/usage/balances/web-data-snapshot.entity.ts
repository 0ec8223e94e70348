import { Entity } from '@mikro-orm/decorators/legacy';
import { ProviderSnapshot } from '../provider-snapshot.entity.js';
import type { WebDataAmounts } from './web-data-answer.rules.js';

/** What the web data provider said of a person's money. */
@Entity({ discriminatorValue: 'web_data_api' })
export class WebDataSnapshot extends ProviderSnapshot {
  declare snapshot: WebDataAmounts;
}
