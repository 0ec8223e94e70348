export { createProduct, storeProduct } from './product.create.js';
export {
  findNamedProduct,
  findOrganizationsOf,
  findProductIds,
  isIgnoredProduct,
  readProducts,
} from './product.query.js';
export { listProducts, readProduct } from './product.read.js';
export type {
  CreatedTrackingKey,
  CreateTrackingKeyInput,
  RevokeTrackingKeyInput,
  TrackingKey,
  TrackingKeysArgs,
} from './product.types.js';
export * as productTypes from './product.types.js';
export { updateProduct } from './product.update.js';
export { IsProductId, PRODUCT_ID } from './product-id.rules.js';
