import type { Receipts } from './catalog/index.js';
import type { CatalogImports } from './imports/index.js';
import type { Catalog } from './search/index.js';

declare module '../platform/context.js' {
  interface Services {
    catalog: Catalog;
    catalogImports: CatalogImports;
    receipts: Receipts;
  }
}
