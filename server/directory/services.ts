import type { Catalog } from './catalog.snapshot.js';
import type { CatalogImports } from './import.upload.js';
import type { Receipts } from './receipt.sign.js';

declare module '../platform/context.js' {
  interface Services {
    catalog: Catalog;
    catalogImports: CatalogImports;
    receipts: Receipts;
  }
}
