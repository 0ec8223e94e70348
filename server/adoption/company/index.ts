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
  listCompanyAccounts,
  listCompanyDevelopers,
  readCompanyAccount,
  readCompanyDeveloper,
} from './company-subject.operations.js';
export { type CompanyFiguresQuestion, readCompanyAdoption, readCompanyFigures } from './company-view.operations.js';
export {
  CompanyAccount,
  CompanyAccountArgs,
  CompanyAccountList,
  CompanyAccountsArgs,
  CompanyAdoptionArgs,
  CompanyDeveloper,
  CompanyDeveloperArgs,
  CompanyDeveloperList,
  CompanyDevelopersArgs,
} from './company-view.types.js';
export { eventExportArgsOf, exportEvents } from './event-export.operations.js';
export { type ExportParts, exportAdoption, exportArgsOf, openExports } from './export.operations.js';
export { readHistogram } from './histogram.query.js';
export { EventHistogram } from './histogram.types.js';
export { readCompanyHome } from './home.operations.js';
export { CompanyHome, CompanyHomeArgs } from './home.types.js';
export { readCompanyFunnel, readCompanyLifecycle } from './journey.operations.js';
export { CompanyFunnel, CompanyFunnelArgs, CompanyLifecycle, CompanyLifecycleArgs } from './journey.types.js';
export { readCompanyNews } from './news.operations.js';
export { CompanyNews, CompanyNewsArgs } from './news.types.js';
export { readPlanArrivals } from './plan-arrivals.query.js';
export { PlanArrivals } from './plan-arrivals.types.js';
export {
  orderByActivity,
  type ProductSource,
  readDayEvents,
  readProductActivity,
  readProductEventNames,
  readProductSources,
} from './product-activity.query.js';
export { readDailyCounts, readEventCoverage, readReconciliation } from './product-view.operations.js';
export {
  DailyCount,
  DailyCountsArgs,
  EventCoverage,
  ProductViewArgs,
  ReconciliationRow,
} from './product-view.types.js';
export type { WindowReceipts } from './receipts.query.js';
export { type ReportFigures, type RuleFigures, readReportFigures, readRuleFigures } from './rule-figures.query.js';
export { readCompanyAccountStory } from './story.operations.js';
export { CompanyAccountStory, CompanyAccountStoryArgs } from './story.types.js';
