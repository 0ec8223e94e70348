import type { EntityManager } from '@mikro-orm/postgresql';
import { propertiesIn, type RecordChange, type RecordStore, storeRecords } from '../../directory/index.js';
import { CatalogOffer, OfferTool } from './offer.entity.js';
import type { OfferRow } from './offer.query.js';

/** An offer to be stored: what a record decides of it, and its tools. */
export interface OfferColumns {
  readonly row: OfferRow;
  /** `tol_…` of the tools that it is for. */
  readonly toolIds: readonly string[];
}

const store: RecordStore<OfferColumns & RecordChange> = {
  resource: 'offer',
  upsert: (em, writes, { createdAt, ...stamp }) => {
    const rows = writes.map(({ id, row }) => ({ id, createdAt, update: { ...row, ...stamp } }));
    return em
      .qb(CatalogOffer)
      .insert(rows.map(({ update, ...row }) => ({ ...row, ...update })))
      .onConflict('id')
      .merge(propertiesIn(em, CatalogOffer, rows[0]?.update ?? {}))
      .execute();
  },
  async relate(em, writes) {
    const tools = writes.flatMap(({ id, toolIds }) => toolIds.map((tool) => ({ offer: id, tool })));
    await em.nativeDelete(OfferTool, { offer: { $in: writes.map(({ id }) => id) } });
    if (tools.length) await em.qb(OfferTool).insert(tools).onConflict().ignore().execute();
  },
  linksOf: ({ row }) => [{ kind: 'claim', url: row.listed ? row.url : null }],
};

/** Stores offers with their tools and their tracked link under the catalog's next version, and answers it; the caller holds the catalog's lock. */
export const storeOffers = (
  em: EntityManager,
  at: Date,
  writes: readonly (OfferColumns & RecordChange)[],
): Promise<number> => storeRecords(em, at, store, writes);
