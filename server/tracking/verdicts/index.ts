export { TrackingRefusal, TrackingRefusalCode } from './refusal.entity.js';
export { readRefused, readRefusedByCode, readRefusedByProduct } from './refusal.read.js';
export { Verdict } from './verdict.entity.js';
export { deleteOldVerdicts } from './verdict.job.js';
export { listVerdicts, VerdictList, VerdictsArgs } from './verdict.list.js';
export { readDropped, scanVerdicts } from './verdict.query.js';
export { isRefused } from './verdict-buffer.rules.js';
export { openVerdictLog, type VerdictLog } from './verdict-log.open.js';
