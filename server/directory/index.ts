import 'reflect-metadata';
import { CatalogChange, CatalogHead } from './catalog.entity.js';
import { FactCheck } from './check.entity.js';
import { GapCount } from './gap.entity.js';
import { CatalogImport, CatalogImportRow, importRowsStep } from './imports/index.js';
import { IntentEvent, ProductTool, TrackedLink } from './link.entity.js';
import { linkOpensStep } from './links/index.js';
import { MeasureDay, MeasureReading, ToolSubject } from './measure.entity.js';
import { CatalogTool, Licence, ToolMeasure, ToolPackage } from './tool.entity.js';

export {
  type AdoptedTool,
  type AdoptionProofs,
  compareColumns,
  type FactSource,
  findAdoptedTools,
  findNamedTools,
  findPlannedTools,
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
export { openHostPace, type VerifyRound, verifyCatalog, verifyRound } from './checks/index.js';
export { type ComparedPair, readComparedPairs } from './comparison/index.js';
export { type DirectoryParts, type DirectoryRequestContext, openDirectory } from './directory.open.js';
export {
  DirectoryReadingResolver,
  DirectoryResolver,
  DirectoryToolResolver,
  PublicUseResolver,
} from './directory.resolver.js';
export {
  DirectoryContextArgs,
  DirectoryTool,
  ReadReceipt,
  ToolOffer,
} from './directory.types.js';
export { DirectoryFilters, type FacetCounts, Facets, facetNames } from './facet.types.js';
export type { Gap } from './gap.entity.js';
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
  readFiles,
  readMcpRegistry,
  readMeasureFile,
  readNpmDownloads,
  readStarterCatalog,
  readStarterFolder,
  readToolTable,
  refuseEdited,
  refuseTakenSlug,
  type StarterFolder,
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
  countOfferOpens,
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
export { type MeasureKind, measureKinds, rankingIdOf, weeklyUse, weekOf } from './measure.rules.js';
export {
  auditOfDecision,
  type HeldFigure,
  type PublicRanking,
  type RefreshCounts,
  readHeld,
  readPublicRankings,
  refreshMeasures,
  refreshRound,
  settleHeld,
  thinMeasureHistory,
} from './measures/index.js';
export { CatalogReviewResolver } from './review.resolver.js';
export {
  type CatalogSnapshot,
  describeTool,
  facetsOf,
  inSentence,
  isGround,
  isLanguage,
  keepMatching,
  type LoadOffers,
  languageFit,
  loadLexicon,
  type NameRole,
  normalizedFilters,
  readDirectoryContext,
  refuseUnknownCategories,
  registriesIn,
} from './search/index.js';
export { sourcesOf, statedSource, statementInWords, type VendorStatement, withoutFacts } from './statement.rules.js';
export { Docs, Install, RecordSource, ToolSource, Vendor } from './tool-parts.types.js';
export { type CatalogOrigin, type EvidenceLabel, evidenceLabels } from './vocabulary.types.js';
export { CatalogTool, Licence, ToolMeasure, TrackedLink };

/** The directory's records that are taken away by their age. */
export const directoryRetention = [linkOpensStep, importRowsStep];

/** The domain's tables, for the composition root. */
export const directoryEntities = [
  CatalogHead,
  CatalogTool,
  ToolPackage,
  ToolMeasure,
  ToolSubject,
  MeasureDay,
  MeasureReading,
  FactCheck,
  GapCount,
  CatalogChange,
  CatalogImport,
  CatalogImportRow,
  TrackedLink,
  IntentEvent,
  ProductTool,
];
