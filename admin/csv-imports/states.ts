import { CsvImportStatus } from '../providers/generated/operations.js';

/** True until an import is confirmed. */
export const isOpen = (status: CsvImportStatus): boolean =>
  status === CsvImportStatus.uploaded || status === CsvImportStatus.checked;

/** True while rows are read, or about to be. */
export const isRunning = (status: CsvImportStatus): boolean =>
  status === CsvImportStatus.confirmed || status === CsvImportStatus.running;
