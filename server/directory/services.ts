import type { Catalog } from './catalog.snapshot.js';
import type { Receipts } from './receipt.sign.js';

declare module '../platform/context.js' {
  interface Services {
    catalog: Catalog;
    receipts: Receipts;
  }
}
