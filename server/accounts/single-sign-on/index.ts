export { openProviders } from './provider.client.js';
export { openSingleSignOn } from './single-sign-on.open.js';
export { SingleSignOnResolver } from './single-sign-on.resolver.js';
