import 'reflect-metadata';
import { CustomerAccount } from './account.entity.js';
import { Campaign } from './campaign.entity.js';
import { CsvImport, CsvImportPiece, CsvImportRefusal } from './csv/index.js';
import { FoldWatermark } from './fold-watermark.entity.js';
import { TrackingEvent } from './ingest/index.js';
import { TrackingPlan } from './plans/index.js';
import { TrackingRefusal, TrackingRefusalCode, Verdict } from './verdicts/index.js';

export {
  areaOf,
  catalogEntry,
  costBounds,
  coverageAreas,
  type EventFamily,
  eventFamilies,
  eventSchema,
  failedToolCall,
  latencyMaxMs,
  mayActivate,
  mayRetain,
  receiptContract,
  receiptSchema,
  succeededToolCall,
} from './catalog/index.js';
export { isPrivateName, reservedKeyPrefixes, roundedCost, roundedWarning } from './check/index.js';
export { publishedContract } from './contract.read.js';
export { deleteOldImports, openCsvImporter, uploadCsvImport } from './csv/index.js';
export { EventFamilyName, FieldNote } from './event-answer.types.js';
export {
  claimEventWindow,
  closeEventWindow,
  countReceiptsSinceEver,
  type EventWindow,
  eventLabel,
  fillRegisteredDomains,
  hasCommercialEvent,
  holdFoldedWindows,
  holdFolding,
  IN_WINDOW,
  openRelayWriter,
  RELAY_KEY_PREFIX,
  type RelayWriter,
  readFoldedUntil,
  readFoldLag,
  readReceiptsSince,
  UUID_KEY,
} from './ingest/index.js';
export { findTrackingPlan, storeTrackingPlan, TrackingPlan } from './plans/index.js';
export { productUuidOf } from './product.query.js';
export { type SampleEvent, storeSampleEvents } from './sample-events.store.js';
export { type LinksProject, openTracking, type TrackingContext, type TrackingParts } from './tracking.open.js';
export { TrackingResolver } from './tracking.resolver.js';
export { deleteOldVerdicts, readRefused, readRefusedByCode, readRefusedByProduct } from './verdicts/index.js';

/** The domain's tables, for the composition root. */
export const trackingEntities = [
  TrackingEvent,
  TrackingRefusal,
  TrackingRefusalCode,
  Verdict,
  CustomerAccount,
  Campaign,
  CsvImport,
  CsvImportPiece,
  CsvImportRefusal,
  FoldWatermark,
  TrackingPlan,
];
