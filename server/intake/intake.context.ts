import type { DirectoryParts } from '../directory/index.js';
import type { RequestContext } from '../platform/context.js';

/** What intake's operations use beside the platform: what approval puts into the catalog is seen by its readers. */
export type IntakeContext = RequestContext<DirectoryParts>;
