import type { Scope } from '../../platform/context.js';
import type { FieldProblem } from '../../platform/fault.js';

/** What a workflow token may be allowed (the specification, §5). */
export const SCOPES: readonly Scope[] = ['project:read', 'tools:read', 'project:publish'];

const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text);

/** What is wrong with the scopes that a token was asked for, with the position of each; publishing is never bound to one project (decisions §2). */
export function scopeProblems(scopes: readonly string[], isOnProject: boolean): FieldProblem[] {
  const detail = `scopes has 1 to ${SCOPES.length} of ${SCOPES.join(', ')}`;
  if (scopes.length === 0) return [{ pointer: '/scopes', code: 'too_short', detail }];
  if (scopes.length > SCOPES.length) return [{ pointer: '/scopes', code: 'too_long', detail }];
  return scopes.flatMap((scope, index): FieldProblem[] => {
    const at = (code: string, detail: string) => [{ pointer: `/scopes/${index}`, code, detail }];
    if (!isScope(scope)) return at('not_allowed', `a scope is one of ${SCOPES.join(', ')}`);
    if (scopes.indexOf(scope) < index) return at('duplicate', 'this scope is in the list already');
    if (scope === 'project:publish' && isOnProject)
      return at('not_on_project_token', 'project:publish cannot be put on a token that is bound to a project');
    return [];
  });
}

/** The scopes in their one order, whatever order they were asked for in. */
export const scopesOf = (given: readonly string[]): Scope[] => SCOPES.filter((scope) => given.includes(scope));
