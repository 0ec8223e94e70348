export { type AccountObserver, type Fold, foldEvents, type NewAccount } from './events.fold.js';
export { rebuildRollups } from './rollups.rebuild.js';
