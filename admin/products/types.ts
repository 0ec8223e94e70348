import { ProductType } from '../providers/generated/operations.js';

const LABELS: Record<ProductType, string> = {
  api: 'API',
  model: 'Model',
  agent: 'Agent',
  sdk: 'SDK',
  cli: 'Command line',
  mcp_server: 'MCP server',
  app: 'App',
  docs: 'Docs',
  dataset: 'Dataset',
  platform: 'Platform',
};

/** A product type in people's words. */
export const labelOfType = (type: ProductType): string => LABELS[type];

/** The types in the order of the schema, as a form offers them. */
export const TYPE_CHOICES = Object.values(ProductType).map((id) => ({ id, name: LABELS[id] }));
