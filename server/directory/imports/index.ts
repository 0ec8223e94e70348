export {
  type CatalogImports,
  type ImportReport,
  importCatalog,
  openCatalogImports,
  uploadCatalogImport,
} from './catalog-import.operations.js';
export { CatalogImport, CatalogImportRow } from './import.entity.js';
export { importRowsStep } from './import.job.js';
export {
  CatalogImportArgs,
  CatalogImportList,
  CatalogImportRowList,
  CatalogImportRowsArgs,
  CatalogImportsArgs,
  listCatalogImportRows,
  listCatalogImports,
  newestImports,
  readCatalogImport,
} from './import.operations.js';
export {
  type ImportFile,
  type ImportFormat,
  type ImportReaders,
  type ImportRow,
  importFormats,
  importMax,
  type ParseImport,
  planOf,
  readFiles,
} from './import.types.js';
export { plainLine, textOf } from './import-file.rules.js';
export { readMcpRegistry } from './mcp-registry.query.js';
export { readMeasureFile } from './measure-file.schema.js';
export { readNpmDownloads } from './npm-downloads.schema.js';
export {
  isExisting,
  mergeOutcomes,
  type RecordKind,
  refuseEdited,
  refuseTakenSlug,
  type StoredRecord,
  type UnlistChoice,
  unlistRecords,
  type WriteOutcome,
  writeRecords,
  writeTools,
} from './record.query.js';
export {
  loadStarterFiles,
  loadStarterTools,
  readStarterCatalog,
  readStarterFolder,
  type SampleTool,
  type StarterFolder,
  storeSampleTools,
} from './starter.operations.js';
export { readToolTable } from './tool-table.schema.js';
