import type { ProductType } from '../tracking/catalog/index.js';

/** Declared here again, so that help and wrong usage load nothing of the server; the type keeps it complete. */
const TYPES: Readonly<Record<ProductType, true>> = {
  api: true,
  model: true,
  agent: true,
  sdk: true,
  cli: true,
  mcp_server: true,
  app: true,
  docs: true,
  dataset: true,
  platform: true,
};

/** The types of products, as options of a command take them. */
export const PRODUCT_TYPES: readonly string[] = Object.keys(TYPES);
