export { type ExportParts, exportAdoption, exportArgsOf, openExports } from './adoption.export.js';
export { readCompanyAdoption } from './company-adoption.read.js';
export {
  AdoptionCohort,
  AdoptionOfAccount,
  AdoptionOfCampaign,
  AdoptionOfFamily,
  AdoptionOfToolCall,
  AdoptionSource,
  AdoptionTotals,
  AdoptionWindow,
  CompanyAdoption,
  UnknownFigure,
} from './company-adoption.types.js';
export {
  CompanyAccountArgs,
  CompanyAccountList,
  CompanyAccountsArgs,
  CompanyAdoptionArgs,
  CompanyDeveloperArgs,
  CompanyDeveloperList,
  CompanyDevelopersArgs,
} from './company-args.types.js';
export { type CompanyFiguresQuestion, readCompanyFigures } from './company-figures.read.js';
export { listCompanyAccounts, listCompanyDevelopers } from './company-page.list.js';
export { readCompanyAccount, readCompanyDeveloper } from './company-subject.read.js';
export { CompanyAccount, CompanyDeveloper } from './company-subject.types.js';
export { readEventCoverage } from './coverage.read.js';
export { EventCoverage } from './coverage.types.js';
export { DailyCount, DailyCountsArgs, readDailyCounts } from './daily.read.js';
export { readDayEvents } from './day-events.read.js';
export { readCompanyHome } from './home.read.js';
export { CompanyHome, CompanyHomeArgs } from './home.types.js';
export { orderByActivity } from './product-activity.query.js';
export { readProductActivity } from './product-activity.read.js';
export { type ProductSource, readProductSources } from './product-sources.query.js';
export type { WindowReceipts } from './receipts.read.js';
export { ReconciliationRow, readReconciliation } from './reconciliation.read.js';
export { type ReportFigures, type RuleFigures, readReportFigures, readRuleFigures } from './rule-figures.read.js';
