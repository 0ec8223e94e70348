import './services.js';

export { lockCatalog, nextCatalogVersion, recordCatalogChanges } from './catalog.change.js';
export { type CatalogSnapshot, type LoadOffers, openCatalog } from './catalog.snapshot.js';
export { DirectoryResolver } from './directory.resolver.js';
export { openLinkDoor } from './link.open.js';
export { type LinkTarget, writeLinks } from './link.write.js';
export { openReceipts, type Receipt, startOfDay } from './receipt.sign.js';
export { loadStarterTools, readStarterCatalog } from './starter.load.js';
export type { FactSource, OfferFacts, Tool, TrackedLink } from './tool.types.js';
