import ImportsIcon from '@mui/icons-material/UploadFileOutlined';
import type { CatalogImport } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { CatalogImportList } from './CatalogImportList.js';
import { CatalogImportShow } from './CatalogImportShow.js';

/** Files that brought tools, offers and figures into the catalog. */
export const catalogImports: ResourcePages = {
  name: 'catalog-imports',
  icon: ImportsIcon,
  list: CatalogImportList,
  show: CatalogImportShow,
  recordRepresentation: ({ fileName }: CatalogImport) => fileName,
};
