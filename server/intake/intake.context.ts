import type { DirectoryParts } from '../directory/index.js';
import type { RequestContext } from '../platform/context.js';

/** The context of intake's operations: readers of the directory see what an approval puts into the catalog. */
export type IntakeContext = RequestContext<DirectoryParts>;
