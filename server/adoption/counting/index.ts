export { readCountsToward } from './counting.query.js';
export { CountingRule, CountsToward, EventsOfRule } from './counting.types.js';
