export { CheckCsvImportInput, checkCsvImport } from './csv.check.js';
export { ConfirmCsvImportInput, confirmCsvImport } from './csv.confirm.js';
export { deleteOldImports } from './csv.job.js';
export {
  CsvImportArgs,
  CsvImportList,
  CsvImportProblemsArgs,
  CsvImportsArgs,
  CsvRowResultList,
  listCsvImportProblems,
  listCsvImports,
  readCsvImport,
} from './csv.list.js';
export { type CsvUploads, openCsvUploads, uploadCsvImport } from './csv.upload.js';
export { CsvCheck } from './csv-check.types.js';
export { CsvImport, CsvImportPiece, CsvImportRefusal } from './csv-import.entity.js';
export { openCsvImporter } from './csv-importer.open.js';
