export { CsvImport, CsvImportPiece, CsvImportRefusal } from './csv-import.entity.js';
export { deleteOldImports, openCsvImporter } from './csv-import.job.js';
export {
  checkCsvImport,
  confirmCsvImport,
  listCsvImportProblems,
  listCsvImports,
  readCsvImport,
} from './csv-import.operations.js';
export {
  CheckCsvImportInput,
  ConfirmCsvImportInput,
  CsvCheck,
  CsvImportAnswer,
  CsvImportArgs,
  CsvImportList,
  CsvImportProblemsArgs,
  CsvImportsArgs,
  CsvRowResultList,
} from './csv-import.types.js';
export { type CsvUploads, openCsvUploads, uploadCsvImport } from './csv-upload.operations.js';
