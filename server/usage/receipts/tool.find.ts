import type { EntityManager } from '@mikro-orm/postgresql';
import { findToolName, type ToolName } from '../../directory/index.js';
import { uuidOf } from '../../platform/ids.js';
import type { ToolReference } from './tool-reference.rules.js';

/** The tool of the directory; one that is not listed any more still has its receipts. Null when there is none. */
export const findTool = (em: EntityManager, { toolId, toolSlug }: ToolReference): Promise<ToolName | null> =>
  findToolName(em, toolId ? { id: uuidOf('tol', toolId) } : { slug: toolSlug });
