import type { EntityManager } from '@mikro-orm/postgresql';
import { Fault, type FieldProblem } from '../../platform/fault.js';
import { uuidOf } from '../../platform/ids.js';

/** How a caller names a tool: exactly one of the two. */
export interface ToolReference {
  readonly toolId?: string | null;
  readonly toolSlug?: string | null;
}

/** A tool as receipts and connections name it; `id` is a bare UUID. */
export interface FoundTool {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** The tool of the directory; one that is not listed any more still has its receipts. Null when there is none. */
export async function findTool(em: EntityManager, { toolId, toolSlug }: ToolReference): Promise<FoundTool | null> {
  const [tool] = await em.execute<FoundTool[]>(`select id, slug, name from tool where ${toolId ? 'id' : 'slug'} = ?`, [
    toolId ? uuidOf('tol', toolId) : toolSlug,
  ]);
  return tool ?? null;
}

/** The member by which a tool was named. */
export const toolPointer = ({ toolId }: ToolReference): string => (toolId ? '/toolId' : '/toolSlug');

/** The refusal of a tool that the directory does not know. */
export const noSuchTool = (reference: ToolReference): Fault =>
  new Fault('NOT_FOUND', {
    say: 'There is no such tool.',
    errors: [
      {
        pointer: toolPointer(reference),
        code: 'not_found',
        detail: 'the directory has no such tool',
        hint: 'GET /api/directory/context?q= finds tools with their ids and slugs',
      },
    ],
  });

/** A tool is named by its id or by its slug. */
export function referenceProblems({ toolId, toolSlug }: ToolReference): FieldProblem[] {
  if (toolId && toolSlug)
    return [{ pointer: '/toolSlug', code: 'one_of', detail: 'send toolId or toolSlug, not both' }];
  return toolId || toolSlug
    ? []
    : [{ pointer: '/toolId', code: 'required', detail: 'send toolId or toolSlug: one of the two is required' }];
}
