export * as recordForms from '../tool.schema.js';
export { isPublicAddress, parseToolFacts, problemsOf } from '../tool.schema.js';
export type { FactSource, PackageName, Proof, Tool, ToolFacts, ToolRecord } from '../tool.types.js';
export {
  type CatalogState,
  loadTools,
  loadUnlistedTools,
  lockCatalog,
  nextCatalogVersion,
  readCatalogHead,
  recordCatalogChanges,
} from './catalog.query.js';
export {
  DirectoryChanges,
  DirectoryChangesArgs,
  LatestChanges,
  LatestChangesArgs,
  readDirectoryChanges,
  readLatestChanges,
  readToolChanges,
  ToolChangesArgs,
} from './change.operations.js';
export {
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
  type RuleOp,
  ruleOps,
} from './offer-facts.types.js';
export { type AdoptionProofs, proofOf, provenWeight, type ReadAdoptionProofs } from './proof.rules.js';
export { openReceipts, type Receipt, type Receipts, startOfDay } from './receipt.rules.js';
export {
  compareColumns,
  propertiesIn,
  type RecordChange,
  type RecordStore,
  repositoryIn,
  storeRecords,
  storeTools,
  type ToolColumns,
} from './record.query.js';
export { CatalogToolAnswer, ReviewedToolList } from './reviewed-tool.types.js';
export {
  CatalogToolArgs,
  listReviewerTools,
  ReviewerToolsArgs,
  readCatalogTool,
  SetToolListedInput,
  setToolListed,
} from './tool.operations.js';
export {
  type AdoptedTool,
  findAdoptedTools,
  findNamedTools,
  findPlannedTools,
  findToolAddresses,
  findToolName,
  type NamedTool,
  readVendorsAndCategories,
  rowOf,
  type ToolAddresses,
  type ToolName,
} from './tool.query.js';
export { EditToolInput, editTool, type ToolLinkAddresses, updateToolLinks } from './tool-edit.operations.js';
export { syncMeasures } from './tool-measure.query.js';
