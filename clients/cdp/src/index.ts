export {
  type CdpMapping,
  type CdpRefusal,
  type CdpResult,
  fromCdpEvent,
} from '../../../server/tracking/cdp/cdp-event.rules.js';
export { createDestination, type Destination, type DestinationOptions, type Outcome } from './destination.js';
