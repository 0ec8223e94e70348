export { isPrivateName } from './content.rules.js';
export { refuseRawBatch } from './event.refuse.js';
export { checkEvent } from './event.rules.js';
export {
  FINGERPRINT_VERSION,
  fingerprintOf,
  type IgnoredReason,
  type Recorded,
  recordedAgainst,
  type StoredEvent,
} from './fingerprint.rules.js';
export { checkMapped, type ProductOfKey } from './mapped-events.check.js';
export { reservedKeyPrefixes, withoutNulls, withoutProjectWarning } from './member.rules.js';
export { roundedCost, roundedWarning } from './receipt.rules.js';
