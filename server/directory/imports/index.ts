export { type ImportReport, importCatalog } from './catalog.import.js';
export { CatalogImport, CatalogImportRow } from './import.entity.js';
export { listCatalogImportRows, listCatalogImports, newestImports, readCatalogImport } from './import.read.js';
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
export { type CatalogImports, openCatalogImports, uploadCatalogImport } from './import.upload.js';
export { textOf } from './import-json.parse.js';
export {
  CatalogImportArgs,
  CatalogImportList,
  CatalogImportRowList,
  CatalogImportRowsArgs,
  CatalogImportsArgs,
} from './import-read.types.js';
export { readMcpRegistry } from './mcp-registry.read.js';
export { readNpmDownloads } from './npm-downloads.read.js';
export { type UnlistChoice, unlistRecords } from './record.unlist.js';
export {
  isExisting,
  mergeOutcomes,
  type RecordKind,
  refuseEdited,
  refuseTakenSlug,
  type StoredRecord,
  type WriteOutcome,
  writeRecords,
} from './record.write.js';
export { type SampleTool, storeSampleTools } from './sample-tools.store.js';
export { loadStarterTools, readStarterCatalog, readStarterFolder } from './starter.load.js';
export { loadStarterFiles } from './starter-files.load.js';
export { writeTools } from './tool.write.js';
export { readToolTable } from './tool-table.read.js';
