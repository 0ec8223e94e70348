import ProductsIcon from '@mui/icons-material/Inventory2Outlined';
import type { Product } from '../providers/generated/operations.js';
import type { ResourcePages } from '../workspace/Resource.js';
import { ProductCreate } from './ProductCreate.js';
import { ProductEdit } from './ProductEdit.js';
import { ProductList } from './ProductList.js';
import { ProductShow } from './ProductShow.js';

/** The products that a company sends events for. */
export const products: ResourcePages = {
  name: 'products',
  icon: ProductsIcon,
  list: ProductList,
  show: ProductShow,
  edit: ProductEdit,
  create: ProductCreate,
  recordRepresentation: ({ name }: Product) => name,
};
