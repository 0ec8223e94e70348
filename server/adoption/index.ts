export { AdoptionResolver } from './adoption.resolver.js';
export { foldDaily } from './daily.fold.js';
