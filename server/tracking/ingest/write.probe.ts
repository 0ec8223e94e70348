import { newUuid } from '../../platform/ids.js';
import { insertEvents } from './event.query.js';
import type { EventRow } from './event-columns.rules.js';
import type { EventStore } from './event-store.open.js';

/** Rows of a probe: more than the room that is left in the table's last pages, so that a full disk shows. */
const ROWS = 200;
const EVERY_MS = 2_000;

export interface WriteProbe {
  /** False from a refused flush until a write goes through. */
  readonly stores: boolean;
  /** Reports what became of a flush. */
  report(stored: boolean): void;
  /** Answers whether events can be stored: from memory while they are, else by a write that is taken back. Equal questions share one. */
  ask(): Promise<boolean>;
  close(): void;
}

/**
 * Remembers whether events can be stored. After a refused flush no balancer may send another event, so while none can be stored it is tried
 * every two seconds: rows are inserted and the transaction is rolled back.
 */
export function probeWrites(store: Pick<EventStore, 'form' | 'write'>): WriteProbe {
  let stores = true;
  let timer: NodeJS.Timeout | undefined;
  let asking: Promise<boolean> | null = null;
  let isClosed = false;

  const arrange = (): void => {
    clearTimeout(timer);
    if (!stores && !isClosed) timer = setTimeout(() => void ask(), EVERY_MS).unref();
  };
  const ask = (): Promise<boolean> => {
    if (stores) return Promise.resolve(true);
    asking ??= isWritable(store).then((writable) => {
      asking = null;
      stores ||= writable;
      arrange();
      return stores;
    });
    return asking;
  };
  return {
    get stores() {
      return stores;
    },
    report(stored) {
      if (stored === stores) return;
      stores = stored;
      arrange();
    },
    ask,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

const TAKEN_BACK = new Error('the rows of a probe are taken back');

const isWritable = ({ form, write }: Pick<EventStore, 'form' | 'write'>): Promise<boolean> =>
  write(async (client) => {
    await insertEvents(client, rowsOf(newUuid()), form);
    throw TAKEN_BACK;
  }).catch((error: unknown) => error === TAKEN_BACK);

const rowsOf = (organizationId: string): EventRow[] =>
  Array.from({ length: ROWS }, (_row, index) => ({
    id: newUuid(),
    organizationId,
    productUuid: organizationId,
    idempotencyKey: `probe:${index}`,
    eventName: 'PROBE',
    eventFamily: null,
    developerId: 'probe',
    accountDomain: null,
    registeredDomain: null,
    vendorOwnDomain: false,
    freeMail: false,
    campaignId: null,
    occurredAt: null,
    receivedAt: new Date(0),
    source: 'api',
    dataLabel: 'sample',
    fingerprintVersion: 1,
    fingerprint: Buffer.alloc(32),
    payloadJson: '{}',
    projectUuid: null,
  }));
