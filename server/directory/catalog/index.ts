export * as recordForms from '../tool.schema.js';
export { isPublicAddress, parseToolFacts, problemsOf } from '../tool.schema.js';
export type { FactSource, PackageName, Proof, Tool, ToolFacts, ToolRecord } from '../tool.types.js';
export { type AdoptedTool, findAdoptedTools } from './adopted-tool.query.js';
export { type CatalogState, loadTools, loadUnlistedTools, readCatalogHead } from './catalog.load.js';
export { readCatalogTool, setToolListed } from './catalog-tool.query.js';
export { lockCatalog, nextCatalogVersion, recordCatalogChanges } from './change.record.js';
export { DirectoryChanges, DirectoryChangesArgs, readDirectoryChanges } from './changes.read.js';
export { compareColumns } from './column.compare.js';
export { findNamedTools, findToolName, type NamedTool, type ToolName } from './named-tool.query.js';
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
export { openReceipts, type Receipt, type Receipts, startOfDay } from './receipts.open.js';
export { propertiesIn, type RecordChange, type RecordStore, storeRecords } from './record.store.js';
export { listReviewerTools } from './reviewer-tools.list.js';
export { findToolAddresses, readVendorsAndCategories, type ToolAddresses } from './submitted-tool.query.js';
export { editTool } from './tool.edit.js';
export { rowOf } from './tool.query.js';
export { storeTools, type ToolColumns } from './tool.store.js';
export { EditToolInput } from './tool-edit.types.js';
export { type ToolLinkAddresses, updateToolLinks } from './tool-links.update.js';
export { CatalogToolArgs, ReviewedToolList, ReviewerToolsArgs, SetToolListedInput } from './tool-review.types.js';
