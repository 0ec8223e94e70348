export { openLinkEndpoint } from './link.open.js';
export { type LinkTarget, writeLinks } from './link.write.js';
export {
  CompanyLinkOpensArgs,
  LinkOpensArgs,
  LinkOpensList,
  readCompanyLinkOpens,
  readLinkOpens,
} from './link-opens.read.js';
export { findLinkedTools, type LinkedTool } from './linked-tools.query.js';
export { findOfferLinks } from './offer-link.query.js';
export { linkProduct } from './product-tool.link.js';
export {
  findVendorProduct,
  IS_LINKED,
  isLinked,
  LIVE_LINK,
  VERIFIED_LINK,
  type VendorProduct,
} from './vendor-link.query.js';
