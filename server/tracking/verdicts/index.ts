export { forgetOldVerdicts, listVerdicts, VerdictList, VerdictsArgs } from './verdict.list.js';
export { openVerdictLog, type VerdictLog } from './verdict-log.open.js';
