import 'reflect-metadata';
import { AdoptionSnapshot, AdoptionSnapshotTool } from './publishing/index.js';
import {
  AccountEvidence,
  Activity,
  DeveloperEvidence,
  EarlyUse,
  EventCount,
  FirstSeen,
  NamedActivity,
  Period,
  PeriodActivity,
  Presence,
  ReceiptCount,
  ReceivedCount,
  Subject,
  ToolCalls,
} from './rollup.entity.js';
import { SavedView } from './views/index.js';

export {
  AdoptionResolver,
  EventCountingResolver,
  EventHistogramResolver,
  PlanArrivalsResolver,
  SavedViewResolver,
} from './adoption.resolver.js';
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
  type CompanyFiguresQuestion,
  type ExportParts,
  eventExportArgsOf,
  exportAdoption,
  exportArgsOf,
  exportEvents,
  openExports,
  orderByActivity,
  type ProductSource,
  type ReportFigures,
  type RuleFigures,
  readCompanyFigures,
  readDayEvents,
  readProductActivity,
  readProductEventNames,
  readProductSources,
  readReportFigures,
  readRuleFigures,
  UnknownFigure,
  type WindowReceipts,
} from './company/index.js';
export { addDays, type DayWindow, daysOf, precedingWindow, windowEndingAt } from './day.rules.js';
export {
  openProjectLinks,
  readToolProofs,
  readToolTruths,
  type ToolProof,
  type ToolTruth,
} from './evidence/index.js';
export {
  type AccountObserver,
  compactPeriods,
  foldEvents,
  type NewAccount,
  periodJob,
  rebuildRollups,
} from './folding/index.js';
export {
  AdoptionArgs,
  agentRankSchema,
  drawBadge,
  makeSnapshot,
  methodologySections,
  newestDueDay,
  notSaid,
  openAdoptionProofs,
  openSnapshots,
  type PublishingParts,
  PublishingResolver,
  type ReadTruths,
  readAdoption,
  readAgentRank,
  readPublicationSecret,
  snapshotJob,
  supersededContract,
  supersededSchema,
  ToolAdoptionResolver,
} from './publishing/index.js';

export { publishSampleAdoption } from './sample-adoption.publish.js';

/** The domain's tables, for the composition root. */
export const adoptionEntities = [
  EventCount,
  ReceivedCount,
  Activity,
  NamedActivity,
  ToolCalls,
  ReceiptCount,
  DeveloperEvidence,
  FirstSeen,
  EarlyUse,
  AccountEvidence,
  Subject,
  Presence,
  Period,
  PeriodActivity,
  AdoptionSnapshot,
  AdoptionSnapshotTool,
  SavedView,
];

/** Records of one person, which are deleted with the account. */
export const personalAdoption = { 'saved views': SavedView };
