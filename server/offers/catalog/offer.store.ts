import type { EntityManager } from '@mikro-orm/postgresql';
import { type RecordChange, type RecordStore, storeRecords } from '../../directory/index.js';
import type { OfferRow } from './offer.query.js';

/** The columns of an offer and its tools. */
export interface OfferColumns {
  readonly row: OfferRow;
  /** Bare UUIDs of the tools that it is for. */
  readonly toolIds: readonly string[];
}

const store: RecordStore<OfferColumns & RecordChange> = {
  resource: 'offer',
  async relate(em, writes) {
    await em.execute(
      'delete from offer_tool where offer_id in (select value::uuid from json_array_elements_text(?::json))',
      [JSON.stringify(writes.map(({ id }) => id))],
    );
    await em.execute(
      `insert into offer_tool (offer_id, tool_id)
       select r.offer_id, r.tool_id from json_to_recordset(?::json) as r(offer_id uuid, tool_id uuid) on conflict do nothing`,
      [JSON.stringify(writes.flatMap(({ id, toolIds }) => toolIds.map((tool) => ({ offer_id: id, tool_id: tool }))))],
    );
  },
  linksOf: ({ row }) => [{ kind: 'claim', url: row.listed ? row.url : null }],
};

/** Stores offers with their tools and their tracked link under the catalog's next version, and answers it; the caller holds the catalog's lock. */
export const storeOffers = (
  em: EntityManager,
  at: Date,
  writes: readonly (OfferColumns & RecordChange)[],
): Promise<number> => storeRecords(em, at, store, writes);
