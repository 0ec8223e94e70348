import 'reflect-metadata';

export {
  type FactSource,
  lockCatalog,
  nextCatalogVersion,
  type OfferClaimWay,
  type OfferEligibility,
  type OfferFacts,
  type OfferKind,
  type OfferRule,
  type OfferSource,
  type OfferValue,
  offerClaims,
  offerKinds,
  type Proof,
  type Receipt,
  type RuleOp,
  recordCatalogChanges,
  recordForms,
  ruleOps,
  startOfDay,
  type Tool,
  type TrackedLink,
  type WriteOutcome,
} from './catalog/index.js';
export { type DirectoryParts, type DirectoryRequestContext, openDirectory } from './directory.open.js';
export { DirectoryResolver } from './directory.resolver.js';
export {
  DirectoryContextArgs,
  DirectoryFilters,
  DirectoryTool,
  Docs,
  Facets,
  Install,
  ReadReceipt,
  ToolOffer,
  Vendor,
} from './directory.types.js';
export {
  type CatalogImport,
  findImports,
  type ImportFile,
  type ImportFormat,
  type ImportReaders,
  type ImportReport,
  type ImportRow,
  importCatalog,
  importFormats,
  importMax,
  loadStarterTools,
  type ParseImport,
  planOf,
  readMcpRegistry,
  readNpmDownloads,
  readStarterCatalog,
  readToolTable,
  textOf,
  uploadCatalogImport,
} from './imports/index.js';
export { type LinkTarget, openLinkDoor, writeLinks } from './links/index.js';
export { CatalogReviewResolver } from './review.resolver.js';
export {
  type CatalogSnapshot,
  describeTool,
  facetsOf,
  keepMatching,
  type LoadOffers,
  loadLexicon,
  normalizedFilters,
  readDirectoryContext,
  refuseUnknownCategories,
} from './search/index.js';
export { type CatalogOrigin, type EvidenceLabel, evidenceLabels } from './vocabulary.types.js';
