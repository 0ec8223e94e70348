export { SecurityResolver } from './security.resolver.js';
