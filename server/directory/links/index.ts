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
export { linkOpensStep } from './link-opens.job.js';
export {
  CompanyLinkOpensArgs,
  countOfferOpens,
  LinkOpensArgs,
  LinkOpensList,
  readCompanyLinkOpens,
  readLinkOpens,
} from './link-opens.operations.js';
