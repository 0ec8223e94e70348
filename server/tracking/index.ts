import './services.js';

export { type CdpResult, cdpCalls, fromCdpEvent } from './cdp.map.js';
export { openCsvImporter } from './csv.run.js';
export { forgetOldImports } from './csv.sql.js';
export { openCsvUploads, uploadCsvImport } from './csv.upload.js';
export { areaOf, coverageAreas } from './event.areas.js';
export { UUID_KEY } from './event.find.js';
export { openFlushQueue } from './event.flush.js';
export { hasCommercialEvent } from './event.read.js';
export { eventSchema } from './event.schema.js';
export { eventFamilies } from './event.shapes.js';
export { EventFamilyName } from './event.types.js';
export { productUuidOf } from './product.find.js';
export { receiptSchema } from './receipt.schema.js';
export { TrackingResolver } from './tracking.resolver.js';
export { forgetOldVerdicts } from './verdict.list.js';
export { openVerdictLog } from './verdict.log.js';
