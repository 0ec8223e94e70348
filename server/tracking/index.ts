import 'reflect-metadata';
import type { RetentionStep } from '../platform/retention/retention.job.js';
import { CsvImport, CsvImportPiece, CsvImportRefusal } from './csv/index.js';
import { Campaign, CustomerAccount, FoldWatermark } from './fold.entity.js';
import { IgnoredEvent, IgnoredEventCount } from './ignored-event.entity.js';
import { EventContentMark, eraseOldContent, TrackingEvent } from './ingest/index.js';
import { TrackingPlan } from './tracking-plan.entity.js';
import { refusalSteps, TrackingRefusal, TrackingRefusalCode, Verdict } from './verdicts/index.js';

export {
  areaOf,
  catalogEntry,
  costBounds,
  coverageAreas,
  type EventFamily,
  eventFamilies,
  eventNamePattern,
  eventSchema,
  failedToolCall,
  latencyMaxMs,
  lengthMax,
  mayActivate,
  mayRetain,
  receiptContract,
  receiptSchema,
  succeededToolCall,
} from './catalog/index.js';
export { isPrivateName, reservedKeyPrefixes, roundedCost, roundedWarning } from './check/index.js';
export { deleteOldImports, openCsvImporter, uploadCsvImport } from './csv/index.js';
export { EventFamilyName, FieldNote, TrackedEvent } from './event-answer.types.js';
export { publishedContract } from './event-catalog.operations.js';
export {
  claimEventWindow,
  closeEventWindow,
  countReceiptsSinceEver,
  ERASED_DEVELOPER,
  type EventWindow,
  eraseDeveloperEvents,
  eventLabel,
  fillRegisteredDomains,
  hasCommercialEvent,
  hasEarlierInDay,
  holdFoldedWindows,
  holdFolding,
  IN_WINDOW,
  openRelayWriter,
  RELAY_KEY_PREFIX,
  type RelayWriter,
  readFoldedUntil,
  readFoldLag,
  readReceiptsSince,
  TRACK_PATH,
  takeTracked,
  UUID_KEY,
} from './ingest/index.js';
export {
  countEventLog,
  EventLog,
  EventLogArgs,
  EventOutcome,
  mayBeAnswered,
  mayBeStored,
  readArrivedEvents,
} from './log/index.js';
export { productUuidOf } from './product.query.js';
export { type SampleEvent, storeSampleEvents } from './sample-events.store.js';
export { type LinksProject, openTracking, type TrackingContext, type TrackingParts } from './tracking.open.js';
export { TrackingResolver } from './tracking.resolver.js';
export { TrackingPlan } from './tracking-plan.entity.js';
export { findTrackingPlan, storeTrackingPlan } from './tracking-plan.operations.js';
export {
  deleteOldVerdicts,
  findRefusalOnset,
  readRefused,
  readRefusedByCode,
  readRefusedByDay,
  readRefusedByProduct,
} from './verdicts/index.js';

/** Tracking's records that are taken away by their age. */
export const trackingRetention: readonly RetentionStep[] = [
  { kind: 'events', erase: eraseOldContent },
  ...refusalSteps,
];

/** The domain's tables, for the composition root. */
export const trackingEntities = [
  TrackingEvent,
  EventContentMark,
  TrackingRefusal,
  TrackingRefusalCode,
  Verdict,
  CustomerAccount,
  Campaign,
  CsvImport,
  CsvImportPiece,
  CsvImportRefusal,
  IgnoredEvent,
  IgnoredEventCount,
  FoldWatermark,
  TrackingPlan,
];
