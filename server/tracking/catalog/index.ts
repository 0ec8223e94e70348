export { eventSchema, schemaErrors } from './event.schema.js';
export {
  type AcceptedEvent,
  type CheckedEvent,
  type CheckMode,
  type EventFamily,
  eventFamilies,
  type FieldProblem,
  type Findings,
  familySources,
  type KeyBinding,
  type MappedMembers,
  type PreparedEvent,
  type ProductType,
  productTypes,
  type RefusedEvent,
} from './event.types.js';
export {
  areaOf,
  catalogEntry,
  coverageAreas,
  eventCatalog,
  failedToolCall,
  mayActivate,
  mayRetain,
  succeededToolCall,
} from './event-catalog.rules.js';
export { eventNamePattern, instantWithin, isPlaceholderDeveloper, lengthMax } from './event-member.rules.js';
export { costBounds, latencyMaxMs, NOT_BLANK, receiptContract, receiptSchema, receiptTypes } from './receipt.schema.js';
