export { periodJob } from './period.job.js';
export { FIRST_DAY, FOUR_WEEKS, IN_ACTIVITY, WEEK, WITH_LENGTHS } from './period.query.js';
export { compactPeriods } from './periods.compact.js';
