import type { EntityManager } from '@mikro-orm/postgresql';
import { newUuid } from '../platform/ids.js';
import type { EventFamilyName, ObservedProduct } from './event-answer.types.js';
import { TrackingEvent } from './ingest/index.js';

/** A made-up event of the demo, as its company's server could have sent it when it happened. */
export interface SampleEvent {
  readonly product: ObservedProduct;
  readonly eventName: string;
  readonly eventFamily: EventFamilyName | null;
  readonly developerId: string;
  readonly accountDomain: string | null;
  readonly campaignId: string | null;
  readonly occurredAt: Date;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

const AT_ONCE = 200;

/** Stores made-up events of a sample organization, recorded at that time; they are labelled sample and counted with nothing else. */
export async function storeSampleEvents(
  em: EntityManager,
  organizationId: string,
  productUuids: ReadonlyMap<string, string>,
  events: readonly SampleEvent[],
  recordedAt: Date,
): Promise<void> {
  const rows = events.map(({ product, metadata, campaignId, ...event }, number) => {
    const productUuid = productUuids.get(product.id);
    if (!productUuid) throw new Error(`the sample has no product ${product.id}`);
    return {
      ...event,
      organizationId,
      productUuid,
      campaignId,
      id: newUuid(),
      idempotencyKey: `sample-${number}`,
      registeredDomain: null,
      vendorOwnDomain: false,
      freeMail: false,
      receivedAt: event.occurredAt,
      recordedAt,
      source: 'api',
      dataLabel: 'sample',
      fingerprintVersion: 1,
      fingerprint: Buffer.alloc(0),
      payload: { product, ...(campaignId ? { context: { attribution: { campaignId } } } : {}), metadata },
      projectId: null,
    };
  });
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await em.insertMany(TrackingEvent, rows.slice(from, from + AT_ONCE));
}
