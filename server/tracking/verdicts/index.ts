export { TrackingRefusal, TrackingRefusalCode, Verdict } from './verdict.entity.js';
export { deleteOldVerdicts, refusalSteps } from './verdict.job.js';
export { listVerdicts } from './verdict.operations.js';
export {
  countVerdicts,
  findRefusalOnset,
  readDropped,
  readRefused,
  readRefusedByCode,
  readRefusedByDay,
  readRefusedByProduct,
  scanVerdicts,
} from './verdict.query.js';
export { VerdictAnswer, VerdictList, VerdictsArgs } from './verdict.types.js';
export { isRefused, openVerdictLog, type VerdictLog } from './verdict-log.open.js';
