export { resetDueFactors } from './factor-reset.job.js';
export { SecurityResolver } from './security.resolver.js';
