export { type AccountEnd, endAccount } from './profile.operations.js';
export { ProfileResolver } from './profile.resolver.js';
export { resetFactor } from './second-factor.operations.js';
export { SecondFactorResolver } from './second-factor.resolver.js';
