export {
  findLinkedTools,
  findOfferLinks,
  findVendorProduct,
  IS_LINKED,
  isLinked,
  LIVE_LINK,
  type LinkedTool,
  type LinkTarget,
  linkProduct,
  VERIFIED_LINK,
  type VendorProduct,
  writeLinks,
} from './link.query.js';
export { openLinkEndpoint } from './link.routes.js';
export {
  CompanyLinkOpensArgs,
  LinkOpensArgs,
  LinkOpensList,
  readCompanyLinkOpens,
  readLinkOpens,
} from './link-opens.operations.js';
