export { ProfileResolver } from './profile.resolver.js';
