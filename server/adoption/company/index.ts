export { EventCoverage, readEventCoverage } from './coverage.read.js';
export { DailyCount, DailyCountsArgs, readDailyCounts } from './daily.read.js';
export { ReconciliationRow, readReconciliation } from './reconciliation.read.js';
