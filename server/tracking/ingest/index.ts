export { type BatchInput, recordBatch } from './batch.record.js';
export { DryRunReply } from './dry-run.types.js';
export { dryRunEvent } from './event.dry-run.js';
export { TrackingEvent } from './event.entity.js';
export { readProductState } from './event.query.js';
export { hasCommercialEvent, readStoredEvents, trackedEventOf } from './event.read.js';
export { recordEvent } from './event.record.js';
export { eventLabel } from './event-label.rules.js';
export { type EventStore, isPassing, openEventStore } from './event-store.open.js';
export {
  claimEventWindow,
  closeEventWindow,
  countReceiptsSinceEver,
  type EventWindow,
  holdFoldedWindows,
  holdFolding,
  IN_WINDOW,
  readFoldedUntil,
  readFoldLag,
  readReceiptsSince,
} from './event-window.claim.js';
export { type FlushQueue, openFlushQueue } from './flush-queue.open.js';
export { type Offered, recordGroup, rowOf } from './group.record.js';
export { DryRunPayloadInput, dryRunPayload, PayloadReply } from './payload.dry-run.js';
export { fillRegisteredDomains } from './registered-domains.fill.js';
export { openRelayWriter, RELAY_KEY_PREFIX, type RelayWriter } from './relay-writer.open.js';
export { readTrackedEvent, TrackedEventArgs, UUID_KEY } from './tracked-event.read.js';
