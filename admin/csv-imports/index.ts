import ImportsIcon from '@mui/icons-material/UploadFileOutlined';
import type { CsvImport } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { CsvImportCreate } from './CsvImportCreate.js';
import { CsvImportList } from './CsvImportList.js';
import { CsvImportShow } from './CsvImportShow.js';

/** Files of events that a company brings in, preview first. */
export const csvImports: ResourcePages = {
  name: 'csv-imports',
  icon: ImportsIcon,
  list: CsvImportList,
  show: CsvImportShow,
  create: CsvImportCreate,
  recordRepresentation: ({ fileName }: CsvImport) => fileName,
};
