export { readDirectoryCoverage, readToolChecks } from './check.operations.js';
export { DirectoryCoverage, ToolCheck } from './check.types.js';
export { openHostPace } from './host-pace.open.js';
export { verifyCatalog } from './verify.job.js';
export { type VerifyRound, verifyRound } from './verify.query.js';
