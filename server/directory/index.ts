import 'reflect-metadata';
import { CatalogChange, CatalogHead } from './catalog.entity.js';
import { CatalogImport, CatalogImportRow } from './imports/index.js';
import { IntentEvent, ProductTool, TrackedLink } from './link.entity.js';
import { CatalogTool, Licence, ToolMeasure, ToolPackage } from './tool.entity.js';

export {
  type AdoptedTool,
  type AdoptionProofs,
  compareColumns,
  type FactSource,
  findAdoptedTools,
  findNamedTools,
  findToolAddresses,
  findToolName,
  lockCatalog,
  type NamedTool,
  nextCatalogVersion,
  type OfferClaimWay,
  type OfferEligibility,
  type OfferFacts,
  type OfferKind,
  type OfferLabel,
  type OfferRule,
  type OfferSource,
  type OfferValue,
  offerClaims,
  offerKinds,
  offerLabels,
  type Proof,
  propertiesIn,
  type ReadAdoptionProofs,
  type Receipt,
  type RecordChange,
  type RecordStore,
  type RuleOp,
  readVendorsAndCategories,
  recordCatalogChanges,
  recordForms,
  ruleOps,
  startOfDay,
  storeRecords,
  type Tool,
  type ToolAddresses,
  type ToolFacts,
  type ToolLinkAddresses,
  type ToolName,
  updateToolLinks,
} from './catalog/index.js';
export { type DirectoryParts, type DirectoryRequestContext, openDirectory } from './directory.open.js';
export { DirectoryReadingResolver, DirectoryResolver } from './directory.resolver.js';
export {
  DirectoryContextArgs,
  DirectoryTool,
  ReadReceipt,
  ToolOffer,
} from './directory.types.js';
export { DirectoryFilters, type FacetCounts, Facets, facetNames } from './facet.types.js';
export {
  CatalogImport,
  type ImportFile,
  type ImportFormat,
  type ImportReaders,
  type ImportReport,
  type ImportRow,
  importCatalog,
  importFormats,
  importMax,
  isExisting,
  loadStarterFiles,
  loadStarterTools,
  mergeOutcomes,
  newestImports,
  type ParseImport,
  planOf,
  type RecordKind,
  readMcpRegistry,
  readNpmDownloads,
  readStarterCatalog,
  readStarterFolder,
  readToolTable,
  refuseEdited,
  refuseTakenSlug,
  type StoredRecord,
  storeSampleTools,
  textOf,
  type UnlistChoice,
  unlistRecords,
  uploadCatalogImport,
  type WriteOutcome,
  writeRecords,
  writeTools,
} from './imports/index.js';
export { ProductTool } from './link.entity.js';
export {
  findLinkedTools,
  findOfferLinks,
  findVendorProduct,
  IS_LINKED,
  isLinked,
  LIVE_LINK,
  type LinkedTool,
  type LinkTarget,
  linkProduct,
  openLinkEndpoint,
  VERIFIED_LINK,
  type VendorProduct,
  writeLinks,
} from './links/index.js';
export { CatalogReviewResolver } from './review.resolver.js';
export {
  type CatalogSnapshot,
  describeTool,
  facetsOf,
  inSentence,
  keepMatching,
  type LoadOffers,
  loadLexicon,
  normalizedFilters,
  readDirectoryContext,
  refuseUnknownCategories,
} from './search/index.js';
export { sourcesOf, statedSource, statementInWords, type VendorStatement, withoutFacts } from './statement.rules.js';
export { Docs, Install, RecordSource, ToolSource, Vendor } from './tool-parts.types.js';
export { type CatalogOrigin, type EvidenceLabel, evidenceLabels } from './vocabulary.types.js';
export { CatalogTool, Licence, ToolMeasure, TrackedLink };

/** The domain's tables, for the composition root. */
export const directoryEntities = [
  CatalogHead,
  CatalogTool,
  ToolPackage,
  ToolMeasure,
  CatalogChange,
  CatalogImport,
  CatalogImportRow,
  TrackedLink,
  IntentEvent,
  ProductTool,
];
