export { dryRunEvent, dryRunPayload } from './dry-run.operations.js';
export { DryRunPayloadInput, DryRunReply, PayloadReply } from './dry-run.types.js';
export { EventContentMark, TrackingEvent } from './event.entity.js';
export {
  type BatchInput,
  readTrackedEvent,
  recordBatch,
  recordEvent,
  TrackedEventArgs,
  UUID_KEY,
} from './event.operations.js';
export { readProductState } from './event.query.js';
export { TRACK_PATH, takeTracked } from './event.routes.js';
export { ERASED_DEVELOPER, eraseDeveloperEvents, eraseOldContent } from './event-content.erase.js';
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
export { openRelayWriter, RELAY_KEY_PREFIX, type RelayWriter } from './relay-writer.open.js';
export {
  eventLabel,
  fillRegisteredDomains,
  hasCommercialEvent,
  hasEarlierInDay,
  readStoredEvents,
  trackedEventOf,
} from './stored-event.query.js';
