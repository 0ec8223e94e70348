export { type Fold, foldEvents } from './events.fold.js';
export { rebuildRollups } from './rollups.rebuild.js';
