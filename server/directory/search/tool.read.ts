import { Fault } from '../../platform/fault.js';
import { ANY_KIND } from '../../platform/limits/limits.policies.js';
import { operation } from '../../platform/operation.js';
import type { DirectoryRequestContext } from '../directory.open.js';
import type { DirectoryTool, ToolArgs } from '../directory.types.js';
import { describeTool } from './tool.describe.js';

/** One listed tool by its slug. */
export const readTool = operation(
  { name: 'tool', who: ANY_KIND, limit: 'public-read' },
  async function tool({ parts, platform }: DirectoryRequestContext, { slug }: ToolArgs): Promise<DirectoryTool> {
    const snapshot = await parts.catalog.read();
    const tool = snapshot.bySlug.get(slug);
    if (!tool) throw new Fault('NOT_FOUND', { say: 'There is no such tool.' });
    return describeTool(tool, snapshot, platform.clock.now(), platform.config.baseUrl);
  },
);
