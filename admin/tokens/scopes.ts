/** One thing that a workflow token may be allowed (the specification, §5). */
export interface Scope {
  readonly scope: string;
  /** In a few words, as lists say it. */
  readonly short: string;
  readonly allows: string;
  /** The rest of the scope on a token that is bound to one project. */
  readonly bound: string;
}

/** The one scope that is never put on a token of one project (decisions §2). */
const PUBLISH = 'project:publish';

/** Every scope with what it allows, from the one that does least to the one that does most. */
export const SCOPES: readonly Scope[] = [
  {
    scope: 'project:read',
    short: 'Read projects',
    allows:
      'Reads your projects and drafts, your plans, your skills and the list of your tokens, never a token itself.',
    bound: 'Reads that project alone: no other project, plan, skill or token.',
  },
  {
    scope: 'tools:read',
    short: 'Read build packets',
    allows: 'Fetches the build packet of a plan that you saved.',
    bound: 'Opens nothing: plans and their packets belong to your account.',
  },
  {
    scope: PUBLISH,
    short: 'Write drafts and publish',
    allows:
      'Writes project drafts, imports skills as private drafts, and publishes a project once you have approved it.',
    bound: 'Not possible: new drafts and skills reach beyond one project.',
  },
];

/** Scopes in a few words. */
export const inShort = (scopes: readonly string[]): string =>
  scopes.map((one) => SCOPES.find(({ scope }) => scope === one)?.short ?? one).join(', ');

/** The scopes of a new token before anyone chose: to read, not to write. */
export const SCOPES_AT_FIRST: readonly string[] = ['project:read', 'tools:read'];

/** Whether a token of one project, or of the whole account where `projectId` is empty, can be given a scope. */
export const canHave = (scope: string, projectId: string): boolean => scope !== PUBLISH || projectId === '';

/** The scopes that a token gets out of those that were chosen for it. */
export const grantedOf = (chosen: readonly string[], projectId: string): string[] =>
  chosen.filter((scope) => canHave(scope, projectId));
