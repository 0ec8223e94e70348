export { hiddenAt } from './hidden.rules.js';
export { findRisks } from './risk.rules.js';
