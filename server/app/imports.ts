import {
  type ImportReaders,
  readMcpRegistry,
  readMeasureFile,
  readNpmDownloads,
  readToolTable,
} from '../directory/index.js';
import { readStartupCredits } from '../offers/index.js';

/** The readers of every format that the catalog imports: the directory's own, and the offers'. */
export const importReaders: ImportReaders = {
  'mcp-registry': readMcpRegistry,
  'startup-credits': readStartupCredits,
  csv: readToolTable,
  'npm-downloads': readNpmDownloads,
  measures: readMeasureFile,
};
