export { areaOf, coverageAreas } from './areas.rules.js';
export { isPlaceholderDeveloper } from './developer.rules.js';
export { eventNamePattern, eventSchema, lengthMax, schemaErrors } from './event.schema.js';
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
  catalogEntry,
  eventCatalog,
  failedToolCall,
  mayActivate,
  mayRetain,
  succeededToolCall,
} from './event-catalog.rules.js';
export { instantWithin } from './occurred-at.rules.js';
export { costBounds, latencyMaxMs, receiptContract, receiptSchema, receiptTypes } from './receipt.schema.js';
export { NOT_BLANK } from './text.schema.js';
