export { TrackingRefusal } from './refusal.entity.js';
export { readRefused } from './refusal.read.js';
export { Verdict } from './verdict.entity.js';
export { deleteOldVerdicts } from './verdict.job.js';
export { listVerdicts, VerdictList, VerdictsArgs } from './verdict.list.js';
export { openVerdictLog, type VerdictLog } from './verdict-log.open.js';
