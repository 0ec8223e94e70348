import CatalogIcon from '@mui/icons-material/MenuBookOutlined';
import type { CatalogRecord } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { CatalogToolEdit } from './CatalogToolEdit.js';
import { CatalogToolList } from './CatalogToolList.js';

/** The tools of the directory as reviewers keep them. */
export const catalogTools: ResourcePages = {
  name: 'catalog-tools',
  icon: CatalogIcon,
  list: CatalogToolList,
  edit: CatalogToolEdit,
  recordRepresentation: ({ name }: CatalogRecord) => name,
};
