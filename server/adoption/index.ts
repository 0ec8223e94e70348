import 'reflect-metadata';
import { DailyAdoption, DailyDeveloper } from './rollup.entity.js';

export { AdoptionResolver } from './adoption.resolver.js';
export { foldDaily } from './folding/index.js';
export { openProjectLinks, readToolProofs, type ToolProof } from './projects/index.js';

/** The domain's tables, for the composition root. */
export const adoptionEntities = [DailyAdoption, DailyDeveloper];
