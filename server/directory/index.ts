import 'reflect-metadata';
import './services.js';

export { lockCatalog, nextCatalogVersion, recordCatalogChanges } from './catalog.change.js';
export { type CatalogSnapshot, type LoadOffers, openCatalog } from './catalog.snapshot.js';
export { readDirectoryContext } from './context.read.js';
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
export { facetsOf, keepMatching } from './facet.rules.js';
export { normalizedFilters, refuseUnknownCategories } from './filter.rules.js';
export { readToolTable } from './import.csv.js';
export { textOf } from './import.json.js';
export { readMcpRegistry } from './import.mcp-registry.js';
export { readNpmDownloads } from './import.npm-downloads.js';
export { findImports } from './import.read.js';
export type { CatalogImport } from './import.read.types.js';
export { type ImportReport, importCatalog } from './import.run.js';
export {
  type ImportFile,
  type ImportFormat,
  type ImportReaders,
  type ImportRow,
  importFormats,
  importMax,
  type ParseImport,
  planOf,
} from './import.types.js';
export { openCatalogImports, uploadCatalogImport } from './import.upload.js';
export { loadLexicon } from './lexicon.load.js';
export { openLinkDoor } from './link.open.js';
export { type LinkTarget, writeLinks } from './link.write.js';
export {
  type OfferClaimWay,
  type OfferEligibility,
  type OfferFacts,
  type OfferKind,
  type OfferRule,
  type OfferSource,
  type OfferValue,
  offerClaims,
  offerKinds,
  type RuleOp,
  ruleOps,
} from './offer.facts.js';
export { openReceipts, type Receipt, startOfDay } from './receipt.sign.js';
export { CatalogReviewResolver } from './review.resolver.js';
export { loadStarterTools, readStarterCatalog } from './starter.load.js';
export { describeTool } from './tool.describe.js';
export * as recordForms from './tool.schema.js';
export type { FactSource, Proof, Tool, TrackedLink } from './tool.types.js';
export { type CatalogOrigin, type EvidenceLabel, evidenceLabels } from './tool.vocabulary.js';
export type { WriteOutcome } from './tool.write.js';
