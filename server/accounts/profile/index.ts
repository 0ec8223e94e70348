export { ProfileResolver } from './profile.resolver.js';
export { SecondFactorResolver } from './second-factor.resolver.js';
