export { createProduct, listProducts, readProduct, updateProduct } from './product.operations.js';
export {
  findNamedProduct,
  findOrganizationsOf,
  findProductIds,
  isIgnoredProduct,
  readProducts,
  storeProduct,
} from './product.query.js';
export * as productTypes from './product.types.js';
export { IsProductId, PRODUCT_ID } from './product.types.js';
