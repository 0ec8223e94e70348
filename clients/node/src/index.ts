export type { CatalogEvents } from './catalog.types.js';
export { createClient } from './client.js';
export type {
  CallOptions,
  Client,
  ClientOptions,
  Clock,
  Fetch,
  SpoolOptions,
  Tracked,
  WaitOptions,
} from './client.types.js';
export type {
  CustomEvents,
  Drop,
  DropReason,
  DryRun,
  EventFamily,
  EventMembers,
  EventName,
  LookUp,
  MemberProblem,
  Product,
  ProductType,
  Refusal,
  Report,
  TrackingEvent,
  Verdict,
} from './event.types.js';
export { UnansweredError } from './service.js';
