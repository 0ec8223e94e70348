export { eventFamilies, productTypes } from '../event.shapes.js';
export { type CdpCall, cdpCalls } from './batch.rules.js';
export { checkMapped, type ProductOfKey } from './cdp.check.js';
export { type CdpResult, fromCdpEvent } from './cdp.map.js';
