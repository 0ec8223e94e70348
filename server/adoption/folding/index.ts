export { type AccountObserver, foldEvents, type NewAccount, rebuildRollups } from './events.fold.js';
export { compactPeriods, FIRST_DAY, FOUR_WEEKS, IN_ACTIVITY, periodJob, WEEK, WITH_LENGTHS } from './period.job.js';
