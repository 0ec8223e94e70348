import type { ClientBase } from 'pg';
import type { TrackingBinding } from '../../platform/context.js';
import type { Log } from '../../platform/log.js';
import { checkEvent } from '../check/index.js';
import { readProductState } from './event.query.js';
import { openEventStore } from './event-store.open.js';
import { type Offered, recordGroup, rowOf } from './group.record.js';

/** The beginning of the keys of relayed events; no caller may use such a key (decisions §2, Idempotency). */
export const RELAY_KEY_PREFIX = 'relay:';

/**
 * Stores one event in the tenant of `binding` under the source `relay`, checked by the same rules as any other. Its bare UUID, also when
 * it was stored before; null when the product or the event’s name is ignored, and then nothing was stored. Throws when the event breaks a rule.
 */
export type RecordRelayed = (
  binding: TrackingBinding,
  event: Readonly<Record<string, unknown>>,
  now: Date,
) => Promise<string | null>;

export interface RelayWriter {
  /** One transaction of bounded duration: what `work` writes with the client is committed together with the event that it records. */
  write<T>(work: (client: ClientBase, record: RecordRelayed) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens the one writer of events to what developers agreed to share with a vendor (decisions §7); connections of its own. */
export async function openRelayWriter(parts: { databaseUrl: string; log: Log }): Promise<RelayWriter> {
  const store = await openEventStore(parts);
  return {
    write: (work) =>
      store.write((client) =>
        work(client, async (binding, raw, now) => {
          const checked = checkEvent(raw, { ...binding, ownKeyPrefix: RELAY_KEY_PREFIX }, now, 'store');
          if (!checked.ok)
            throw new Error(
              `a relayed event is refused: ${checked.problems.map(({ pointer, code }) => `${pointer} ${code}`).join(', ')}`,
            );
          const ignoredAs = await readProductState(client, binding.organizationId, binding.productUuid);
          const row = rowOf(binding, checked.event, now, 'relay');
          const offered: Offered = { event: checked.event, row, ignored: ignoredAs(row.eventName) };
          const outcomeOf = await recordGroup(client, [offered], store.form);
          const recorded = outcomeOf(offered);
          if (recorded.status === 'ignored') return null;
          if (recorded.status === 'conflict') throw new Error('another event is stored under the key of a relayed one');
          return recorded.eventId;
        }),
      ),
    close: () => store.close(),
  };
}
