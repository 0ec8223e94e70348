import type { DirectoryTool } from '../../directory/index.js';
import type { StackRole } from '../stacks/index.js';

/** A tool of a stack with everything that it is there for. */
export interface ToolInStack {
  readonly tool: DirectoryTool;
  readonly capabilities: readonly string[];
}

/** The tools of a stack, each once, in the order of their first part. */
export function toolsOf(stack: readonly StackRole[]): ToolInStack[] {
  const slugs = [...new Set(stack.map(({ tool }) => tool.slug))];
  return slugs.flatMap((slug) => {
    const roles = stack.filter(({ tool }) => tool.slug === slug);
    return roles[0] ? [{ tool: roles[0].tool, capabilities: roles.map(({ capability }) => capability) }] : [];
  });
}
