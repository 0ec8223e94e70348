import { Fault, type FieldProblem } from '../../platform/fault.js';

/** How a caller names a tool: exactly one of the two. */
export interface ToolReference {
  readonly toolId?: string | null;
  readonly toolSlug?: string | null;
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
